import assert from 'node:assert/strict';
import test from 'node:test';
import { fetchFeed } from './fetch-feed.js';

test('returns the text', async () => assert.equal(await fetchFeed('x', async () => new Response('hi')), 'hi'));
