import assert from 'node:assert/strict';
import test from 'node:test';
import { delay } from './backoff.js';

test('doubles', () => assert.deepEqual([0, 1, 2, 3].map((attempt) => delay(attempt)), [100, 200, 400, 800]));
test('is at most ten seconds', () => assert.equal(delay(20), 10_000));
