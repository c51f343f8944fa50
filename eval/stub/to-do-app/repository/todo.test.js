import assert from 'node:assert/strict';
import test from 'node:test';
import { add, TODO } from './todo.js';

test('a new entry is TODO', () => assert.deepEqual(add([], 'milk'), [{ text: 'milk', state: TODO }]));
