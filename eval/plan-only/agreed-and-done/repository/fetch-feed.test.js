import assert from 'node:assert/strict';
import test from 'node:test';
import { fetchFeed } from './fetch-feed.js';

test('throws on 404', () => assert.rejects(fetchFeed('x', async () => new Response('', { status: 404 })), /x: status 404/));
test('returns the text', async () => assert.equal(await fetchFeed('x', async () => new Response('hi')), 'hi'));
