import assert from 'node:assert/strict';
import test from 'node:test';
import { toXml } from './index.js';

test('one element per row', () => assert.equal(toXml([[1]]), '<rows><row>1</row></rows>'));
test('nothing', () => assert.equal(toXml([]), '<rows></rows>'));
