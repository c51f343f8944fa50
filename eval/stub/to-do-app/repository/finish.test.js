import assert from 'node:assert/strict';
import test from 'node:test';
import { add, DONE, finish, pending, TODO } from './todo.js';

const list = add(add([], 'milk'), 'bread');

test('finish changes only its TODO', () => assert.deepEqual(finish(list, 1).map(({ state }) => state), [TODO, DONE]));
test('finish leaves the list it got alone', () => {
  finish(list, 0);
  assert.equal(list[0].state, TODO);
});
test('pending counts TODOs', () => assert.equal(pending(finish(list, 0)), 1));
