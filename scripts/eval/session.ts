import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Reply, textReply } from '../../src/sandbox/messages-format.ts';
import { NPM_PACKAGE, ROOT } from '../../test/support/builds.ts';
import { Sandbox } from '../../test/support/sandbox.ts';
import { type ApiRequest, startScriptedApi } from '../../test/support/scripted-api.ts';
import { sleep } from '../../test/support/wait.ts';
import { BACKGROUND_OUTPUT, type CaseDefinition, PLACES, type Step } from './case.ts';

const HOUR = 60 * 60 * 1000;
/** A session takes seconds; one that hangs is ended. */
const LIMIT_MS = 180_000;
const SYSTEM_PROMPT = 'You are a coding agent. Do what the user asks, in the language the user writes.';
/** Between two answers, as with a real model: what is written within a second of a command counts as written by it. */
const PAUSE_MS = 2100;

/** They keep the client's own long texts out of the transcript: its system prompt and the skills that it brings. */
const BRIEF = ['--system-prompt', SYSTEM_PROMPT, '--system-prompt-snapshot', 'off', '--disable-slash-commands'];

/** A session that has ended: its events, in the order in which they came, below `events/`, and its repository. */
export interface RecordedSession {
  box: Sandbox;
  /** The folder of the event that is judged. */
  event: string;
}

/** Runs the session with the real client. The sandbox is the caller's to close. */
export async function runSession(definition: CaseDefinition, box: Sandbox): Promise<RecordedSession> {
  prepare(definition, box);
  const model = new ScriptedModel(definition, box);
  const api = await startScriptedApi(async (request) => {
    await sleep(PAUSE_MS);
    return model.answer(request);
  });
  const timer = setTimeout(() => void box.endAll(), LIMIT_MS);
  try {
    box.apiUrl = api.url;
    await talk(definition, box);
  } finally {
    clearTimeout(timer);
    await api.close();
  }
  if (model.complaint) throw new Error(model.complaint);
  if (model.left > 0) throw new Error(`${model.left} answers were never asked for`);
  return { box, event: judgedEvent(definition, box) };
}

export const newSandbox = (): Sandbox => new Sandbox(NPM_PACKAGE, 'http://127.0.0.1:9');

async function talk({ turns, asks, plans, subagent = [] }: CaseDefinition, box: Sandbox): Promise<void> {
  const blocks = [...turns.flatMap(({ steps }) => steps), ...subagent].flatMap((step) => step.blocks);
  const used = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.name] : []));
  const tools = [...new Set(['Bash', 'Read', 'Edit', 'Write', ...used])].join(',');
  let session: string | undefined;
  for (const { prompt } of turns) {
    const { stdout, stderr, code } = await box.claude([
      ...['-p', prompt, '--output-format', 'json', '--permission-mode', plans ? 'plan' : 'acceptEdits'],
      ...['--tools', tools, '--allowedTools', tools, ...BRIEF],
      // Without a host that could show them there would be no AskUserQuestion and no ExitPlanMode.
      ...(asks || plans ? ['--permission-prompt-tool', 'stdio'] : []),
      ...(session ? ['--resume', session] : []),
    ]);
    if (code !== 0) throw new Error(`the client ended with ${code}: ${stdout.slice(-500)} ${stderr.slice(-500)}`);
    session = JSON.parse(stdout).session_id;
  }
}

function prepare(definition: CaseDefinition, box: Sandbox): void {
  const { files, uncommitted = {}, git, setup, packages = [] } = definition;
  const before = Date.now() - HOUR;
  for (const [path, text] of Object.entries(files)) writeAt(join(box.project, path), text, before);
  for (const folder of ['bin', 'tmp']) mkdirSync(join(box.dir, folder));
  box.write('bin/ccc', `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'scripts/eval/hook.ts')}' '${box.dir}'\n`);
  chmodSync(join(box.dir, 'bin/ccc'), 0o755);
  const hook = { hooks: [{ type: 'command', command: 'ccc supervisor-hook' }] };
  const hooks = { Stop: [hook], PreToolUse: [{ matcher: 'AskUserQuestion|ExitPlanMode', ...hook }] };
  box.write(join(box.claudeDir, 'settings.json'), { hooks });
  box.write(
    'home/.gitconfig',
    '[user]\n\tname = Robin Vale\n\temail = robin@example.com\n[init]\n\tdefaultBranch = main\n',
  );
  box.env = { ...environment(definition, box), ...definition.env };
  if (git !== false) {
    const date = `${Math.floor(before / 1000)} +0000`;
    shell(box, 'git init -q && git add -A && git commit -qm "Import"', {
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    });
  }
  for (const [path, text] of Object.entries(uncommitted)) {
    if (text === null) rmSync(join(box.project, path));
    else writeAt(join(box.project, path), text, before + HOUR / 2);
  }
  if (setup) shell(box, setup);
  for (const name of packages) linkPackage(name, box);
}

function writeAt(path: string, text: string, at: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  utimesSync(path, at / 1000, at / 1000);
}

/** A package and its commands. Not the whole folder: tools write into the node_modules that they find. */
function linkPackage(name: string, box: Sandbox): void {
  const modules = join(box.project, 'node_modules');
  const source = join(ROOT, 'node_modules', name);
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(source, join(modules, name));
  const { bin = {} } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  for (const [command, path] of Object.entries(bin as Record<string, string>))
    symlinkSync(join(source, path), join(modules, '.bin', command));
}

function environment({ needs }: CaseDefinition, box: Sandbox): Record<string, string> {
  const rust =
    needs === 'rust' ? [join(spawnSync('rustc', ['--print', 'sysroot']).stdout.toString().trim(), 'bin')] : [];
  return {
    PATH: [join(box.dir, 'bin'), ...rust, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    SHELL: '/bin/bash',
    TMPDIR: join(box.dir, 'tmp'),
    CLAUDE_CODE_TMPDIR: join(box.dir, 'tmp'),
    CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
    // Else the transcript has every request in it, with the descriptions of the tools.
    CLAUDE_CODE_ELEGANT_MEADOW: '0',
    npm_config_update_notifier: 'false',
    // A cache that this machine has already filled, and that the transcript does not show.
    GOFLAGS: '-count=1',
    GOTOOLCHAIN: 'local',
  };
}

export function shell(box: Sandbox, script: string, env: Record<string, string> = {}): string {
  const options = { cwd: box.project, env: { ...box.environment, ...env }, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-ec', script], options);
  if (status !== 0) throw new Error(`${script}: ${stderr}${stdout}`);
  return stdout;
}

function judgedEvent({ asks, stop }: CaseDefinition, box: Sandbox): string {
  const folder = join(box.dir, 'events');
  const wanted = asks ? 'PreToolUse' : 'Stop';
  const found = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) => JSON.parse(readFileSync(join(path, 'event.json'), 'utf8')).hook_event_name === wanted);
  const event = found.at(stop ?? -1);
  if (!event) throw new Error(`there was no ${wanted}`);
  return event;
}

/** Gives the client the answers of the definition in order, and looks at what the tools have made of the last one. */
class ScriptedModel {
  complaint: string | undefined;
  private backgroundOutput = '';
  private readonly answers: Record<'worker' | 'subagent', Step[]>;
  private readonly awaited: Partial<Record<'worker' | 'subagent', RegExp | undefined>> = {};

  constructor(
    { turns, subagent = [] }: CaseDefinition,
    private readonly box: Sandbox,
  ) {
    this.answers = { worker: turns.flatMap(({ steps }) => steps), subagent: [...subagent] };
  }

  get left(): number {
    return this.answers.worker.length + this.answers.subagent.length;
  }

  answer(request: ApiRequest): Reply {
    // The client's own questions, such as for a title, come without tools.
    if (!request.body.tools?.length) return textReply('title');
    const role = JSON.stringify(request.body.messages[0]).includes('Subtask:') ? 'subagent' : 'worker';
    this.backgroundOutput = /\/[^\s<>]+\.output\b/.exec(request.lastUserText)?.[0] ?? this.backgroundOutput;
    const expects = this.awaited[role];
    if (expects && !expects.test(request.lastUserText))
      this.complaint ??= `${expects} is not in ${JSON.stringify(request.lastUserText)}`;
    const step = this.complaint ? undefined : this.answers[role].shift();
    this.awaited[role] = step?.expects;
    if (!step) this.complaint ??= 'there is no further answer';
    return step ? { kind: 'message', blocks: this.here(step.blocks) } : textReply('There is no further answer.');
  }

  /** The definitions name places; the tools need the folders that there are. */
  private here<T>(value: T): T {
    const text = JSON.stringify(value)
      .replaceAll(BACKGROUND_OUTPUT, this.backgroundOutput)
      .replaceAll(PLACES.repository, this.box.project)
      .replaceAll(PLACES.home, this.box.home);
    return JSON.parse(text);
  }
}
