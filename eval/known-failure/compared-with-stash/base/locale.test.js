import assert from 'node:assert/strict';
import test from 'node:test';

test('sorts ö before z', () => assert.deepEqual(['z', 'ö'].sort(), ['ö', 'z']));
