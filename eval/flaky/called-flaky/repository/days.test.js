import assert from 'node:assert/strict';
import test from 'node:test';
import { workingDays } from './days.js';

test('一周加一天', () => assert.equal(workingDays('2026-11-02', '2026-11-09'), 6));
test('周末不算', () => assert.equal(workingDays('2026-11-07', '2026-11-08'), 0));
