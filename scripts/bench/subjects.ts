import { execFileSync } from 'node:child_process';
import { VARIANTS } from '../../test/support/sandbox.ts';

// This script runs on Bun; what it measures runs on Node.
export const NODE = process.env.npm_node_execpath ?? execFileSync('which', ['node'], { encoding: 'utf8' }).trim();
export const nodeVersion = () => execFileSync(NODE, ['--version'], { encoding: 'utf8' }).trim();

export const npm = { ...VARIANTS[0], command: [NODE, VARIANTS[0].command[1]] } as const;
export const binary = VARIANTS[1];
