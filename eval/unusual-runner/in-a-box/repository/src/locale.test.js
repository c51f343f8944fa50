import assert from 'node:assert/strict';
import test from 'node:test';
import { locale } from './locale.js';

test('language and country', () => assert.equal(locale({ LANG: 'de_AT.UTF-8' }), 'de-AT'));
test('language only', () => assert.equal(locale({ LANG: 'fr' }), 'fr'));
test('nothing set', () => assert.equal(locale(), 'en'));
