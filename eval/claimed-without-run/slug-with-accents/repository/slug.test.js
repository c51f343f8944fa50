import assert from 'node:assert/strict';
import test from 'node:test';
import { slug } from './slug.js';

test('joins words with dashes', () => assert.equal(slug('Hello, World'), 'hello-world'));
test('drops accents', () => assert.equal(slug('Crème Brûlée'), 'creme-brulee'));
test('has no dash at either end', () => assert.equal(slug(' (draft) '), 'draft'));
