import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gatherEvidence } from '../../src/evidence/gather.ts';
import type { EvidenceRequest } from '../../src/evidence/request.ts';
import { gitEnv } from './git-env.ts';

const HOUR = 3_600_000;

/**
 * A session as the client writes it, step by step, one second each. What tools do is done to real files, which then
 * have the time of the step. It begins an hour ago; a repository made with it has its first commit an hour before that.
 */
export class WorkedSession {
  clock = Date.now() - HOUR;
  /** Where the shell is. */
  cwd: string;
  /** Of the client. */
  version = '2.1.325';
  private calls = 0;
  private readonly transcripts: string[];

  constructor(
    private readonly home: string,
    readonly folder: string,
  ) {
    this.cwd = folder;
    this.transcripts = [join(home, 'projects/p/5e551011-0000-4000-8000-000000000001.jsonl')];
    mkdirSync(dirname(this.transcript), { recursive: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(this.transcript, '');
  }

  get transcript(): string {
    return this.transcripts[0] as string;
  }

  /** A repository with these files committed before the session began. */
  repository(files: Record<string, string>): this {
    for (const [path, text] of Object.entries(files)) this.put(path, text, this.clock - HOUR);
    this.git(['init', '-q', '-b', 'main'], this.clock - HOUR);
    return this.commit('before', this.clock - HOUR);
  }

  git(args: string[], at = this.clock): string {
    return execFileSync('git', args, { cwd: this.folder, env: gitEnv(this.home, at), encoding: 'utf8' });
  }

  commit(message: string, at = this.clock): this {
    this.git(['add', '-A'], at);
    this.git(['commit', '-q', '--allow-empty', '-m', message], at);
    return this;
  }

  /** A file that no tool call made. */
  put(path: string, text: string, at = this.clock): this {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    utimesSync(full, at / 1000, at / 1000);
    return this;
  }

  raw(text: string): this {
    appendFileSync(this.transcripts.at(-1) as string, text);
    return this;
  }

  line(entry: object): this {
    this.clock += 1000;
    const about = {
      sessionId: 's',
      cwd: this.cwd,
      version: this.version,
      timestamp: new Date(this.clock).toISOString(),
    };
    const isSidechain = this.transcripts.length > 1;
    return this.raw(`${JSON.stringify({ parentUuid: 'p', isSidechain, ...entry, ...about })}\n`);
  }

  asks(content: string, more: object = {}): this {
    return this.line({ type: 'user', message: { role: 'user', content }, promptSource: 'typed', ...more });
  }

  says(text: string): this {
    return this.speaks([{ type: 'text', text }]);
  }

  private speaks(content: object[]): this {
    const usage = {
      input_tokens: 1000,
      cache_read_input_tokens: 20_000,
      cache_creation_input_tokens: 300,
      output_tokens: 9,
    };
    return this.line({ message: { role: 'assistant', model: 'claude-x', content, usage }, type: 'assistant' });
  }

  call(name: string, input: object, result: object, more: object = {}): this {
    const id = `toolu_${this.transcripts.length}_${this.calls++}`;
    this.speaks([{ type: 'tool_use', id, name, input }]);
    const content = [{ tool_use_id: id, type: 'tool_result', ...result }];
    return this.line({ type: 'user', message: { role: 'user', content }, ...more });
  }

  /** A command that succeeds, unless an exit code is given. */
  runs(command: string, { exit = 0, output = '' } = {}): this {
    if (exit === 0) {
      const toolUseResult = { stdout: output, stderr: '', interrupted: false, isImage: false };
      return this.call('Bash', { command }, { content: output, is_error: false }, { toolUseResult });
    }
    const content = `Exit code ${exit}\n${output}`;
    return this.call('Bash', { command }, { content, is_error: true }, { toolUseResult: `Error: ${content}` });
  }

  /** A command that goes into the background as the task `id`. */
  starts(command: string, id: string): this {
    const content = `Command running in background with ID: ${id}. Output is being written to: /tmp/x/tasks/${id}.output`;
    const toolUseResult = { stdout: '', stderr: '', interrupted: false, backgroundTaskId: id };
    return this.call('Bash', { command, run_in_background: true }, { content }, { toolUseResult });
  }

  edits(path: string, old_string: string, new_string: string): this {
    const file_path = join(this.folder, path);
    const originalFile = readFileSync(file_path, 'utf8');
    if (!originalFile.includes(old_string)) throw new Error(`${path} has no ${old_string}`);
    this.call(
      'Edit',
      { file_path, old_string, new_string },
      { content: 'updated' },
      this.kept({ filePath: file_path, originalFile }),
    );
    return this.put(
      path,
      originalFile.replace(old_string, () => new_string),
    );
  }

  writes(path: string, content: string): this {
    const file_path = join(this.folder, path);
    const originalFile = existsSync(file_path) ? readFileSync(file_path, 'utf8') : null;
    const type = originalFile === null ? 'create' : 'update';
    this.call(
      'Write',
      { file_path, content },
      { content: 'written' },
      this.kept({ type, filePath: file_path, originalFile }),
    );
    return this.put(path, content);
  }

  /** A subagent's transcript keeps no more of a result than its words. */
  private kept(toolUseResult: object): object {
    return this.transcripts.length > 1 ? {} : { toolUseResult };
  }

  removes(path: string): this {
    rmSync(join(this.folder, path));
    return this.runs(`rm ${path}`);
  }

  /** What a subagent does goes into a transcript of its own, beside the main one. */
  subagent(work: (session: this) => void): this {
    const path = join(this.transcript.replace(/\.jsonl$/, ''), 'subagents', `agent-a${this.calls}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    this.transcripts.push(path);
    work(this);
    this.transcripts.pop();
    return this;
  }

  evidence(more: Partial<EvidenceRequest> = {}) {
    return gatherEvidence({
      transcript: this.transcript,
      folder: this.folder,
      since: undefined,
      env: gitEnv(this.home),
      background: [],
      lastMessage: undefined,
      verdicts: [],
      checks: [],
      ...more,
    });
  }

  async findings(more: Partial<EvidenceRequest> = {}): Promise<string[]> {
    return (await this.evidence(more)).findings.map(({ text }) => text);
  }
}
