import { REPORT_GROUPS, type Report, type ReportedSession } from '../history/report.ts';
import type { Language } from '../i18n/language.ts';
import { type ReportMessages, reportMessages } from '../i18n/report.ts';
import { localTime } from '../platform/local-time.ts';
import { visibleLine } from '../platform/visible-text.ts';
import { MAX_SHOWN, sessionWords, summaryLines } from './report-text.ts';

/** Pure: the report as Markdown, for a chat or an issue. */
export function reportMarkdown(report: Report, language: Language, nothing?: string): string {
  const messages = reportMessages[language];
  const title = `# ${messages.title}`;
  if (report.sessions.length === 0) return `${title}\n\n${nothing ?? messages.nothing(localTime(report.since))}`;
  return [
    title,
    ...summaryLines(report, language).map(markdownText),
    ...REPORT_GROUPS.flatMap((group) => {
      const sessions = report.sessions.filter((one) => one.group === group);
      if (sessions.length === 0) return [];
      const more = sessions.length > MAX_SHOWN ? [markdownText(messages.more(sessions.length - MAX_SHOWN))] : [];
      const shown = sessions.slice(0, MAX_SHOWN).map((one) => sessionMarkdown(one, messages));
      return [`## ${messages.group[group]}`, ...shown, ...more];
    }),
  ].join('\n\n');
}

function sessionMarkdown(session: ReportedSession, messages: ReportMessages): string {
  const { title, state, fields, answers, command, next } = sessionWords(session, messages);
  const items = [
    `- **${markdownText(state)}**`,
    ...fields.map(([label, text]) => `- ${messages.field(label, markdownText(text))}`),
    ...answers.map(
      ({ question, answer }) =>
        `- ${messages.field(messages.answered, `${markdownText(question)} → ${markdownText(answer)}`)}`,
    ),
    ...(next === '' ? [] : [`- ${messages.field(messages.toGoOn, markdownText(next))}`]),
  ];
  return [`### ${markdownText(title)}`, items.join('\n'), ...(command === undefined ? [] : [fenced(command)])].join(
    '\n\n',
  );
}

/**
 * Foreign text as one line of Markdown that shows it and nothing else: no markup, HTML, link or line of its own. It is
 * never put at the beginning of a line, where more characters mean something.
 */
export const markdownText = (text: string): string =>
  visibleLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]|~$#!^]/g, String.raw`\$&`)
    // Nobody is notified, and no address of mail linked. GitHub looks for names in what the Markdown has become, where
    // the character is itself again: so nothing that could be a name follows it directly.
    .replaceAll(/@(?=\S)/g, '&#64;&#8203;')
    // What looks like an address would become a link.
    .replaceAll('://', '&#58;//')
    .replaceAll(/\bwww\./gi, (www) => `${www.slice(0, 3)}&#46;`);

/** In a fence that nothing in the text can close. */
function fenced(command: string): string {
  const text = visibleLine(command);
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}sh\n${text}\n${fence}`;
}
