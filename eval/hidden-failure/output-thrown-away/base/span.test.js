import assert from 'node:assert/strict';
import test from 'node:test';
import { span } from './span.js';

test('seconds', () => assert.equal(span('10s'), 10));
test('minutes', () => assert.equal(span('2m'), 120));
test('hours', () => assert.equal(span('1h'), 3600));
test('nothing else', () => assert.throws(() => span('5x'), /5x/));
