import { execFileSync } from 'node:child_process';
import { NPM_PACKAGE, SINGLE_BINARY } from '../../test/support/builds.ts';

// This script runs on Bun; what it measures runs on Node.
export const NODE = process.env.npm_node_execpath ?? execFileSync('which', ['node'], { encoding: 'utf8' }).trim();
export const nodeVersion = () => execFileSync(NODE, ['--version'], { encoding: 'utf8' }).trim();

export const npm = { ...NPM_PACKAGE, command: [NODE, NPM_PACKAGE.command[1]] } as const;
export const binary = SINGLE_BINARY;
