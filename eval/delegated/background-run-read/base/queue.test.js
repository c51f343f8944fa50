import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { Queue } from './queue.js';

test('first in, first out', () => {
  const queue = new Queue();
  queue.push('a');
  queue.push('b');
  assert.equal(queue.pop(), 'a');
});
test('still works after a while', async () => {
  const queue = new Queue();
  queue.push('a');
  await setTimeout(8000);
  assert.equal(queue.pop(), 'a');
});
