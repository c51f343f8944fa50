import assert from 'node:assert/strict';
import test from 'node:test';
import { addMonths } from './months.js';

test('the same day of the next month', () => assert.equal(addMonths('2026-04-12', 1), '2026-05-12'));
test('the last day of a shorter month', () => assert.equal(addMonths('2026-01-31', 1), '2026-02-28'));
