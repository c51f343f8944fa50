import { expect, it } from 'vitest';
import { commandParts } from '../../../../src/evidence/commands/parts.ts';
import {
  folderOption,
  innerShellLine,
  substitutedLine,
  withoutWrappers,
} from '../../../../src/evidence/commands/wrappers.ts';

it.each([
  ['sudo -u me timeout 60 npx vitest run', 'vitest run'],
  ['CI=1 FOO=bar npm test', 'npm test'],
  ['env -u X A=1 pytest', 'pytest'],
  ['nice -n 5 make test', 'make test'],
  ['time -f %e go test', 'go test'],
  ['npx -y -p vitest vitest run', 'vitest run'],
  ['npm exec -- jest a', 'jest a'],
  ['pnpm dlx eslint .', 'eslint .'],
  ['poetry run pytest -q', 'pytest -q'],
  ['uv run --with x pytest', 'pytest'],
  ['python3 -m pytest -q', 'pytest -q'],
  ['coverage run -m pytest', 'pytest'],
  ['bundle exec rspec', 'rspec'],
  ['direnv exec . go test ./...', 'go test ./...'],
  ['nvm exec 20 npm test', 'npm test'],
  ['nix develop -c cargo test', 'cargo test'],
  ['nix develop .#ci --command -- cargo test', 'cargo test'],
  ['op run --env-file .env -- npm test', 'npm test'],
  ['doppler run -p a -c ci -- npm test', 'npm test'],
  ['kubectl exec -it pod -c app -- pytest', 'pytest'],
  ['docker compose run --rm -e A=1 web pytest -q', 'pytest -q'],
  ['docker compose exec -T web npm test', 'npm test'],
  ['docker run --rm -v a:b -w /app node:22 npm test', 'npm test'],
  ['docker-compose run web rspec', 'rspec'],
  ['podman exec app pytest', 'pytest'],
  ['php vendor/bin/phpunit', 'vendor/bin/phpunit'],
  ['xvfb-run -a npx cypress run', 'cypress run'],
  ['command -v pytest', 'which'],
  ['command pytest', 'pytest'],
  ['hatch run lint:style', 'poe style'],
  ['pdm run lint', 'poe lint'],
  ['docker ps', 'docker ps'],
  ['docker compose up -d', 'docker compose up -d'],
  ['npm run test', 'npm run test'],
])('%s runs %s', (line, inner) => expect(withoutWrappers(line.split(' ')).join(' ')).toBe(inner));

it('very many wrappers end', () => expect(withoutWrappers(Array(10_000).fill('sudo')).length).toBeGreaterThan(0));

it.each<[words: string[], line: string | undefined]>([
  [['bash', '-c', 'npm test'], 'npm test'],
  [['/bin/sh', '-lc', 'npm test'], 'npm test'],
  [['pwsh', '-Command', 'Invoke-Pester'], 'Invoke-Pester'],
  [['su', 'me', '-c', 'npm test'], 'npm test'],
  [['ssh', '-p', '22', 'host', 'cd a && npm test'], 'cd a && npm test'],
  [['ssh', 'host', 'npm', 'test'], 'npm test'],
  [['ssh', 'host'], undefined],
  [['bash', 'run.sh'], undefined],
  [['git', '-c', 'a=b'], undefined],
])('%j has %s inside', (words, line) => expect(innerShellLine(words)).toBe(line));

it.each([
  ['out=$(npm test)', 'npm test'],
  ['out=1', undefined],
  ['$(npm test)', undefined],
])('%s takes the output of %s', (word, line) => expect(substitutedLine([word])).toBe(line));

it.each([
  ['npm --prefix web test', 'web'],
  ['make -C src test', 'src'],
  ['pnpm --dir=web test', 'web'],
  ['npm test', undefined],
])('%s runs in %s', (line, folder) => expect(folderOption(line.split(' '))).toBe(folder));

it.each([
  ['ssh host "cd app && pytest"', ['test', 'app']],
  ['docker compose run web sh -c "cd app && pytest"', ['test', 'app']],
  ['command -v pytest && pytest', ['test', '']],
  ['(cd web && npm test)', ['test', 'web']],
])('%s: %j', (line, expected) => {
  const [part] = commandParts(line);
  expect([part?.kind, part?.folder]).toEqual(expected);
});
