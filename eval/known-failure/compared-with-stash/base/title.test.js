import assert from 'node:assert/strict';
import test from 'node:test';
import { title } from './title.js';

test('capital first', () => assert.equal(title('word'), 'Word'));
test('empty', () => assert.equal(title(''), ''));
