/** Run by `audit.ts` on Node: reads and parses every line of every file in a folder, with so many processes. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, script = '', folder = '', processes = '1', share] = process.argv;
if (share === undefined)
  for (let n = 0; n < Number(processes); n++)
    spawn(process.execPath, [script, folder, processes, String(n)], { stdio: 'inherit' });
else
  readdirSync(folder).forEach((name, at) => {
    if (at % Number(processes) !== Number(share)) return;
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) if (line) JSON.parse(line);
  });
