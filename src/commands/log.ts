import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { sessionNow } from '../history/session-now.ts';
import type { RunningState } from '../history/session-status.ts';
import { stateText } from '../history/state-text.ts';
import { isDecision } from '../hook/rules/summary.ts';
import { nothingRecorded } from '../i18n/history.ts';
import type { Language } from '../i18n/language.ts';
import { logMessages } from '../i18n/log.ts';
import { reportMessages } from '../i18n/report.ts';
import { JournalFollower } from '../journal/follow.ts';
import type { JournalLine } from '../journal/record.ts';
import { runningSessions } from '../launch/running-sessions.ts';
import { printedJson } from '../platform/json/printed-json.ts';
import { withSnakeCaseKeys } from '../platform/letter-case.ts';
import { printJson, stdoutColumns, terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { writePaged } from '../platform/pager.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import { UserError } from '../platform/user-error.ts';
import { answerLookup } from '../transcript/answer-lookup.ts';
import type { log } from './declarations/log.ts';
import { assertJournal, assertProject, isEmptyJournal } from './journal-options.ts';
import { entriesFor, filterOf, isNarrowed, MAX_ENTRIES, storyLines, type Wanted } from './log-entries.ts';
import { follow, withoutShown } from './log-follow.ts';
import { sessionNamed } from './log-session.ts';
import { storyText } from './log-story.ts';
import { entryTexts, jsonTexts, nothingText, painted, type TextStyle } from './log-text.ts';

/** `ccc log`: what the journal says, one session as a story, or everything that was decided in the user's place. */
export async function run(given: ParsedArguments<typeof log>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  const { journal } = paths;
  const { language } = env;
  assertJournal(journal, language);
  const named = oneSession(given.id, given.session, language);
  const session = named === undefined ? undefined : sessionNamed(named, journal, language, given.follow);
  const wanted = { ...given, session };
  const isStory = given.id !== undefined && !isNarrowed({ ...wanted, session: undefined });

  const screen = terminalInfo();
  const style = { language, columns: stdoutColumns(), colour: terminalStyle(env.all, screen).colour };
  if (given.follow) return followed(wanted, isStory, journal, style);
  // What stands of a session also rests on events for which supervision was off.
  const entries = entriesFor(isStory ? { ...wanted, json: true } : wanted, journal, language);
  assertProject(wanted.project, () => isSome(entries), 'log', language);
  const story = isStory ? storyLines(entries) : undefined;
  const running = story && (await runningState(session, paths));
  const standing = story && sessionNow(story, running, answerLookup(paths));
  if (given.json) {
    if (story) printJson({ session: standing ? sessionData(standing) : null, entries: story });
    else await writePaged(() => jsonTexts(entries), {}, { ...screen, stdout: false });
    return 0;
  }
  const nothing = isEmptyJournal(journal) ? nothingRecorded[language] : nothingText(wanted, language);
  const texts = () =>
    story && standing
      ? [storyOf(story, standing, running !== undefined, style)]
      : listOf(entries, wanted, nothing, style);
  // The newest are last, and are looked at first.
  return writePaged(texts, story ? env.all : { LESS: 'FRX+G', ...env.all }, screen);
}

type Standing = NonNullable<ReturnType<typeof sessionNow>>;

const sessionData = ({ history, status }: Standing) => withSnakeCaseKeys({ ...history, ...status });

async function runningState(session: string | undefined, paths: Paths): Promise<RunningState | undefined> {
  return (await runningSessions(paths)).find(({ sessionId }) => sessionId !== null && sessionId === session);
}

function storyOf(lines: JournalLine[], { history, status }: Standing, isRunning: boolean, style: TextStyle): string {
  const shown = lines.filter((line) => !isDecision(line) || line.cause !== 'off');
  if (shown.length === 0) return `${logMessages[style.language].onlyOff}\n`;
  return storyText(shown, style, {
    history,
    state: stateText(history, status, isRunning, reportMessages[style.language]),
  });
}

function* listOf(entries: Iterable<JournalLine>, wanted: Wanted, nothing: string, style: TextStyle): Generator<string> {
  // Whoever asked for nothing in particular is to know that there may be more.
  if (!isNarrowed(wanted) && Array.isArray(entries) && entries.length === MAX_ENTRIES)
    yield `${painted(logMessages[style.language].lastOnes(MAX_ENTRIES), 'dim', style)}\n`;
  yield* entryTexts(entries, nothing, style);
}

function oneSession(id: string | undefined, session: string | undefined, language: Language): string | undefined {
  if (id !== undefined && session !== undefined && id !== session)
    throw usage(logMessages[language].twoSessions, language);
  return id ?? session;
}

const usage = (what: string, language: Language) =>
  new UserError(what, logMessages[language].seeHelp('log'), { code: 'usage', exitCode: 2 });

function isSome(entries: Iterable<JournalLine>): boolean {
  for (const _ of entries) return true;
  return false;
}

/** The entries so far, or their story, and then each that is added. */
function followed(wanted: Wanted, isStory: boolean, journal: string, style: TextStyle): Promise<number> | number {
  // Before the entries are read: what is written meanwhile is in both, and is taken out of one.
  const follower = new JournalFollower(journal);
  const entries = [...entriesFor(wanted, journal, style.language)];
  assertProject(wanted.project, () => isSome(entries), 'log', style.language);
  const fits = filterOf(wanted, style.language);
  const show = (lines: readonly JournalLine[]) => {
    const texts = wanted.json ? lines.map((line) => `${printedJson(line)}\n`) : entryTexts(lines, undefined, style);
    return [...texts].every(writeStdout);
  };
  const next = () => follower.next().filter(fits);
  const hasStory = isStory && !wanted.json && entries.length > 0;
  let isBehindStory = hasStory;
  const showNext = (lines: readonly JournalLine[]) => {
    const gap = isBehindStory && lines.length > 0 ? '\n' : '';
    isBehindStory &&= gap === '';
    return (gap === '' || writeStdout(gap)) && show(lines);
  };
  const begun = hasStory ? writeStdout(storyText(entries, style)) : show(entries);
  if (terminalInfo().stderr) writeStderr(logMessages[style.language].following);
  return begun && showNext(withoutShown(entries, next())) ? follow(journal, () => showNext(next())) : 0;
}
