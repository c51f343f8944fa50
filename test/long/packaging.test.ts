import { type ExecFileSyncOptionsWithStringEncoding, execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/builds.ts';
import { CLAUDE } from '../support/sandbox.ts';

const MINUTES = 60_000;

/** What people get: the packed package installed in every way it can be, and the binary by itself. */
describe('the package as it is installed', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ccc-packaging-'));
  const inside = (name: string) => {
    mkdirSync(join(dir, name), { recursive: true });
    return join(dir, name);
  };
  let tarball: string;

  /** Only what npm needs to reach its registry is taken from outside. */
  const environment = (path: string[] = []) => ({
    HOME: inside('home'),
    TMPDIR: inside('tmp'),
    PATH: [...path, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    LANG: 'C.UTF-8',
    npm_config_cache: inside('cache'),
    npm_config_update_notifier: 'false',
    ...Object.fromEntries(
      ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'npm_config_registry'].flatMap((name) =>
        process.env[name] ? [[name, process.env[name]]] : [],
      ),
    ),
  });
  const npm = (args: string[], cwd: string) => {
    const options: ExecFileSyncOptionsWithStringEncoding = { cwd, env: environment(), encoding: 'utf8', stdio: 'pipe' };
    return execFileSync('npm', [...args, '--no-audit', '--no-fund'], options);
  };
  const run = (command: string, args: string[], path: string[] = []) =>
    spawnSync(command, args, { cwd: inside('elsewhere'), env: environment(path), encoding: 'utf8' });

  /** The demo needs everything: hooks that are found, a client that starts, the SDK, a reviewer. */
  function works(command: string, path: string[] = []) {
    const demo = run(command, ['demo', '--json'], path);
    expect(demo, demo.stderr).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(demo.stdout)).toMatchObject({ blocks: 2, allows: 1, test_passes: true });
    const doctor = run(command, ['doctor', '--json'], path);
    const report = JSON.parse(doctor.stdout);
    expect(report.findings.filter(({ level }: { level: string }) => level === 'problem')).toEqual([]);
    expect(doctor.status).toBe(0);
    expect(
      report.findings.some(({ check, level }: Record<string, string>) => check?.startsWith('hooks') && level === 'ok'),
    ).toBe(true);
    expect(readdirSync(inside('tmp'))).toEqual([]);
  }

  beforeAll(() => {
    const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', dir], ROOT));
    tarball = join(dir, packed.filename);
    const files = packed.files.map(({ path }: { path: string }) => path).sort();
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/ccc.cjs', 'dist/cli.cjs', 'package.json']),
    );
    expect(files.filter((path: string) => /^(?:src|test|scripts)\//.test(path))).toEqual([]);
  }, 2 * MINUTES);
  afterAll(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }));

  it('in an empty folder', { timeout: 5 * MINUTES }, () => {
    const folder = inside('folder');
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    npm(['install', tarball], folder);
    works(join(folder, 'node_modules', '.bin', 'ccc'));
  });

  it('in a global prefix', { timeout: 5 * MINUTES }, () => {
    const prefix = inside('prefix');
    npm(['install', '--global', '--prefix', prefix, tarball], dir);
    works(join(prefix, 'bin', 'ccc'));
  });

  it('without the optional packages, with a claude on PATH', { timeout: 5 * MINUTES }, () => {
    const folder = inside('lean');
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    npm(['install', '--omit=optional', tarball], folder);
    const ccc = join(folder, 'node_modules', '.bin', 'ccc');
    expect(run(ccc, ['demo']).stderr).toContain('Claude Code was not found');
    const bin = inside('bin');
    symlinkSync(CLAUDE, join(bin, 'claude'));
    works(ccc, [bin]);
  });

  it('the binary alone in an empty folder, with only a claude beside it', { timeout: 5 * MINUTES }, () => {
    const folder = inside('binary');
    copyFileSync(join(ROOT, 'dist/bin/ccc'), join(folder, 'ccc'));
    symlinkSync(CLAUDE, join(folder, 'claude'));
    works(join(folder, 'ccc'));
  });
});
