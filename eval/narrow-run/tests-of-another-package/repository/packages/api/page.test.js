import assert from 'node:assert/strict';
import test from 'node:test';
import { page } from './page.js';

const items = Array.from({ length: 25 }, (_, index) => index);
test('第一页从 0 开始', () => assert.equal(page(items, 1)[0], 0));
test('每页十条', () => assert.equal(page(items, 1).length, 10));
test('最后一页不满', () => assert.equal(page(items, 3).length, 5));
