import assert from 'node:assert/strict';
import test from 'node:test';
import { slug } from './slug.js';

test('joins words with dashes', () => assert.equal(slug('Hello, World'), 'hello-world'));
test('has no dash at either end', () => assert.equal(slug(' (draft) '), 'draft'));
