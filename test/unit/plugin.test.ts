import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json';
import { covers } from '../../src/claude/found-hooks.ts';
import { asSettings, BLOCK_CAP, BLOCK_CAP_VALUE, ourHooks } from '../../src/claude/hooks.ts';
import { commandText } from '../../src/claude/slash-commands.ts';
import { NO_SUPERVISOR_SECTION } from '../../src/config/supervisor-config.ts';
import { launchMessages } from '../../src/i18n/launch.ts';
import { ROOT } from '../support/builds.ts';

const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const json = (path: string) => JSON.parse(text(path));
const manifest = json('plugin/.claude-plugin/plugin.json');
const marketplace = json('.claude-plugin/marketplace.json');

describe('the plugin', () => {
  it('has the version of the package', () => {
    expect(manifest.version).toBe(packageJson.version);
    expect(manifest.license).toBe(packageJson.license);
  });

  it('is named in the marketplace, which is named as it is asked for', () => {
    expect(`${manifest.name}@${marketplace.name}`).toBe('ccc@ccc-supervisor');
    expect(marketplace.plugins).toMatchObject([{ name: manifest.name, source: './plugin' }]);
  });

  it('brings the hooks that install writes without anything in ccc.json', () => {
    const program = `"\${CLAUDE_PLUGIN_ROOT}/bin/ccc"`;
    const wanted = ourHooks(program, NO_SUPERVISOR_SECTION.supervisor, launchMessages.en);
    const { hooks } = json('plugin/hooks/hooks.json');
    expect(hooks).toEqual(asSettings(wanted));
    // So that a launch does not add them a second time.
    expect(wanted.filter((entry) => !covers(hooks, entry))).toEqual([]);
  });

  it('brings a program that can be started', () => {
    accessSync(join(ROOT, 'plugin/bin/ccc'), constants.X_OK);
    expect(readdirSync(join(ROOT, 'plugin/bin'))).toEqual(['ccc']);
  });

  it('says what it cannot do itself', () => {
    expect(text('plugin/README.md')).toContain(`"${BLOCK_CAP}": "${BLOCK_CAP_VALUE}"`);
  });

  it.each([
    ['supervisor', 'supervisor-mode on'],
    ['supervisoroff', 'supervisor-mode off'],
    ['overrule', 'overrule --dry-run'],
  ] as const)('%s lets exactly its own command run, and only for the user', (name, words) => {
    const command = `"\${CLAUDE_PLUGIN_ROOT}/bin/ccc" ${words}`;
    const source = text(`plugin/commands/${name}.md`);
    expect(source).toContain(`\nallowed-tools: Bash(${command})\n`);
    expect(source).toContain(`\n!\`${command}\`\n`);
    expect(source).toContain('\ndisable-model-invocation: true\n');
  });

  it('tells the worker of an overrule what the other command does', () => {
    const prompt = (source: string) => source.slice(source.lastIndexOf('`\n')).trim();
    expect(prompt(text('plugin/commands/overrule.md'))).toBe(prompt(commandText('overrule', 'ccc', 'en')));
  });
});
