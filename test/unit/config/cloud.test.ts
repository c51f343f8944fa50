import { describe, expect, it } from 'vitest';
import { CLOUD_SWITCHES, cloudIn } from '../../../src/config/cloud.ts';

describe('the cloud that variables switch on', () => {
  it.each(CLOUD_SWITCHES)('%s', (name) => {
    expect(cloudIn({ [name]: '1' })).toBe(name.replace('CLAUDE_CODE_USE_', '').toLowerCase().replaceAll('_', '-'));
  });

  it.each(['1', 'true', 'TRUE', 'yes', 'on', ' 1 '])('%j switches it on', (value) =>
    expect(cloudIn({ CLAUDE_CODE_USE_VERTEX: value })).toBe('vertex'),
  );

  it.each([undefined, '', '0', 'false', 'no', 'off', '2'])('%j does not', (value) =>
    expect(cloudIn({ CLAUDE_CODE_USE_VERTEX: value })).toBeUndefined(),
  );
});
