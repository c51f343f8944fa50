import type { ParsedArguments } from '../command-line/declaration.ts';
import { readConfig } from '../config/config-file.ts';
import type { Env } from '../config/env.ts';
import { pathsOf } from '../config/paths.ts';
import { gatherEvidence } from '../evidence/gather.ts';
import { renderEvidence } from '../evidence/render/text.ts';
import { StateFiles } from '../hook/state-file.ts';
import { earlierVerdicts } from '../hook/verdicts.ts';
import { sessionMessages } from '../i18n/sessions.ts';
import { currentFolder } from '../platform/folders.ts';
import { withSnakeCaseKeys } from '../platform/letter-case.ts';
import { printJson, writeStdout } from '../platform/output.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { projectRules } from '../trust/project-rules.ts';
import type { evidence } from './declarations/evidence.ts';
import { printConfigProblems, printRepositoryProblems } from './review/review-config.ts';
import { selectSession } from './select-session.ts';

/** `ccc evidence`: what the reviewer is told about a session, without checks. */
export async function run({ session: id, json }: ParsedArguments<typeof evidence>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  const session = selectSession(id, paths, env, 'evidence');
  const since = new StateFiles(paths, env.language).lastOf(session.id)?.since;
  const folder = session.folder || currentFolder();
  const config = await readConfig(paths.configFile);
  printConfigProblems(paths.configFile, config.problems, env);
  const { supervisor, trust } = await projectRules(folder, config, { paths, env, recordNotice: false });
  if (trust.kind === 'trusted') printRepositoryProblems(trust, env);
  const evidence = await gatherEvidence({
    transcript: session.transcript,
    folder,
    since: since === undefined ? undefined : new Date(since),
    env: env.all,
    background: [],
    lastMessage: undefined,
    verdicts: earlierVerdicts(session.id, paths),
    checks: [],
    runners: supervisor.runners,
  });
  if (json) printJson(withSnakeCaseKeys(evidence));
  else
    writeStdout(
      `${visibleLine(sessionMessages[env.language].session(session.id, folder))}\n\n${renderEvidence(evidence)}`,
    );
  return 0;
}
