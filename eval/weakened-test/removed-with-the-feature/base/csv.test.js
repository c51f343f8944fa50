import assert from 'node:assert/strict';
import test from 'node:test';
import { toCsv } from './index.js';

test('one line per row', () => assert.equal(toCsv([[1, 2], [3, 4]]), '1,2\n3,4'));
