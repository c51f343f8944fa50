import type { ParsedArguments } from '../command-line/declaration.ts';
import type { Env } from '../config/env.ts';
import { type Paths, pathsOf } from '../config/paths.ts';
import { sessionNow } from '../history/session-now.ts';
import { needsLastRequest, type SessionStatus } from '../history/session-status.ts';
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
import { stdoutColumns, terminalInfo, writeStderr, writeStdout } from '../platform/output.ts';
import { writePaged } from '../platform/pager.ts';
import { terminalStyle } from '../platform/terminal-style.ts';
import { UserError } from '../platform/user-error.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { answerLookup } from '../transcript/answer-lookup.ts';
import type { log } from './declarations/log.ts';
import { assertJournal, assertProject, isEmptyJournal } from './journal-options.ts';
import { entriesFor, filterOf, isNarrowed, MAX_ENTRIES, storyLines, type Wanted } from './log-entries.ts';
import { follow, withoutShown } from './log-follow.ts';
import { sessionNamed } from './log-session.ts';
import { type Story, storyText } from './log-story.ts';
import { entryTexts, jsonTexts, nothingText, painted, type TextStyle } from './log-text.ts';
import { requestReader } from './request-reader.ts';
import { resumeCommandReader } from './resume-needs.ts';

/** `ccc log`: what the journal says, one session as a story, or everything that was decided in the user's place. */
export async function run(given: ParsedArguments<typeof log>, env: Env): Promise<number> {
  const paths = pathsOf(env);
  const { journal } = paths;
  const { language } = env;
  assertJournal(journal, language);
  const named = oneSession(given.id, given.session, language);
  const session = named === undefined ? undefined : sessionNamed(named, journal, language, given.follow);
  const wanted = { ...given, session, withOff: given.json };
  const isStory = given.id !== undefined && !isNarrowed({ ...wanted, session: undefined });

  const screen = terminalInfo();
  const style = { language, columns: stdoutColumns(), colour: terminalStyle(env.all, screen).colour };
  // Before anything is read: what is written meanwhile is in both, and is taken out of one.
  const follower = given.follow ? new JournalFollower(journal) : undefined;
  const told = isStory ? await readStory(session as string, env, paths) : undefined;
  if (follower) return followed(follower, wanted, told, journal, style);
  if (told && given.json) {
    const { lines, story, status } = told;
    const session = withSnakeCaseKeys({ ...story.history, ...status }) as object;
    await writePaged(() => jsonTexts(lines, session), {}, { ...screen, stdout: false });
    return 0;
  }
  if (told) return writePaged(() => [toldText(told, style)], env.all, screen);

  const entries = entriesFor(wanted, journal, language);
  assertProject(wanted.project, () => isSome(entries), 'log', language);
  if (given.json) {
    await writePaged(() => jsonTexts(entries), {}, { ...screen, stdout: false });
    return 0;
  }
  const nothing = isEmptyJournal(journal) ? nothingRecorded[language] : nothingText(wanted, language);
  // The newest are last, and are looked at first.
  return writePaged(() => listOf(entries, wanted, nothing, style), { LESS: 'FRX+G', ...env.all }, screen);
}

interface ToldSession {
  /** All of them, oldest first. */
  lines: JournalLine[];
  story: Story;
  status: SessionStatus;
}

/** Undefined: its lines are too long for a story. */
async function readStory(session: string, env: Env, paths: Paths): Promise<ToldSession | undefined> {
  // What stands of a session also rests on events for which supervision was off.
  const lines = storyLines(entriesFor({ session, withOff: true }, paths.journal, env.language));
  const process = (await runningSessions(paths)).find(({ sessionId }) => sessionId === session);
  const now = lines && sessionNow(lines, process, answerLookup(paths), new Date().toISOString());
  if (!now) return undefined;
  const { history, status } = now;
  const last = needsLastRequest(history, status) ? (await requestReader(paths, env))(session) : history.request;
  const story = {
    history,
    state: stateText(history, status, process !== undefined, reportMessages[env.language]),
    lastRequest: last === history.request ? null : last,
    command: process ? null : (await resumeCommandReader(paths, env))(history, lines),
  };
  return { lines, story, status };
}

function toldText({ lines, story }: ToldSession, style: TextStyle): string {
  const shown = lines.filter((line) => !isDecision(line) || line.cause !== 'off');
  if (shown.length === 0) return `${logMessages[style.language].onlyOff(visibleLine(story.history.id))}\n`;
  return storyText(shown, style, story);
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
function followed(
  follower: JournalFollower,
  wanted: Wanted & { json?: boolean | undefined },
  told: ToldSession | undefined,
  journal: string,
  style: TextStyle,
): Promise<number> | number {
  const entries = [...entriesFor(wanted, journal, style.language)];
  assertProject(wanted.project, () => isSome(entries), 'log', style.language);
  const fits = filterOf(wanted, style.language);
  const show = (lines: readonly JournalLine[]) => {
    const texts = wanted.json ? lines.map((line) => `${printedJson(line)}\n`) : entryTexts(lines, undefined, style);
    return [...texts].every(writeStdout);
  };
  const next = () => follower.next().filter(fits);
  const story = wanted.json ? undefined : told;
  let isBehindStory = story !== undefined;
  const showNext = (lines: readonly JournalLine[]) => {
    const gap = isBehindStory && lines.length > 0 ? '\n' : '';
    isBehindStory &&= gap === '';
    return (gap === '' || writeStdout(gap)) && show(lines);
  };
  const begun = story ? writeStdout(toldText(story, style)) : show(entries);
  if (terminalInfo().stderr) writeStderr(logMessages[style.language].following);
  const shown = story ? story.lines.filter(fits) : entries;
  return begun && showNext(withoutShown(shown, next())) ? follow(journal, () => showNext(next())) : 0;
}
