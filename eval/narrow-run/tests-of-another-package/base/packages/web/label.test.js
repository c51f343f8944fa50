import assert from 'node:assert/strict';
import test from 'node:test';
import { label } from './label.js';

test('页码', () => assert.equal(label(2), '第 2 页'));
