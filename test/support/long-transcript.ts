import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * A transcript of about that many bytes, in the proportions of real ones: mostly what was read and printed. With `answer`
 * that is the last thing the worker says.
 */
export function writeLongTranscript(path: string, bytes: number, answer?: string): void {
  const fd = openSync(path, 'w');
  const startedAt = Date.parse('2026-01-01T00:00:00Z');
  const code = 'const value = compute(input, { retries: 3 }); // keeps the order "as is"\n'.repeat(250);
  let written = 0;
  let n = 0;
  const line = (entry: object) => {
    written += writeSync(fd, `${JSON.stringify({ ...entry, cwd: '/project' })}\n`);
  };
  const call = (name: string, input: object, result: string, toolUseResult: unknown, is_error = false) => {
    const id = `toolu_${n++}`;
    const timestamp = new Date(startedAt + n * 1000).toISOString();
    const usage = { input_tokens: 10, cache_read_input_tokens: 50_000, cache_creation_input_tokens: 500 };
    line({
      ...{ parentUuid: 'p', isSidechain: false, type: 'assistant', timestamp },
      message: { role: 'assistant', model: 'claude-x', content: [{ type: 'tool_use', id, name, input }], usage },
    });
    const content = [{ tool_use_id: id, type: 'tool_result', content: result, is_error }];
    line({
      ...{ parentUuid: 'p', isSidechain: false, type: 'user', timestamp },
      ...{ message: { role: 'user', content }, toolUseResult },
    });
  };
  line({ type: 'user', timestamp: new Date(startedAt).toISOString(), message: { role: 'user', content: 'do a lot' } });
  while (written < bytes) {
    const file_path = `/project/src/file-${n % 500}.ts`;
    call('Read', { file_path }, code, { type: 'text', file: { filePath: file_path, content: code } });
    call('Edit', { file_path, old_string: 'const a = 1;', new_string: `const a = ${n};` }, 'updated', {
      ...{ filePath: file_path, oldString: 'const a = 1;', newString: 'x', originalFile: code },
    });
    call('Bash', { command: `node scripts/step-${n}.js` }, code.slice(0, 4000), { stdout: code.slice(0, 4000) });
    call('Bash', { command: 'npm test' }, 'Exit code 1\n1 failed', 'Error: Exit code 1\n1 failed', true);
    line({ type: 'api-request-blob', hash: 'x', message: { role: 'user', content: [{ type: 'text', text: code }] } });
    line({ parentUuid: 'p', isSidechain: false, attachment: { type: 'prompt_snapshot', systemPrompt: [code] } });
  }
  if (answer !== undefined) {
    call('Bash', { command: 'npm test' }, '12 passed', { stdout: '12 passed' });
    const message = { role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: answer }] };
    line({ type: 'assistant', isSidechain: false, timestamp: new Date(startedAt + n * 1000).toISOString(), message });
  }
  closeSync(fd);
}
