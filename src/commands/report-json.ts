import type { Report } from '../history/report.ts';
import { printedJson } from '../platform/json/printed-json.ts';
import { withSnakeCaseKeys } from '../platform/letter-case.ts';

const NONE = '"sessions": []';

/** Pure: the report for a program. One document, but a text per session: all of very many would be too long for one. */
export function* reportJson(report: Report): Generator<string> {
  const document = printedJson(withSnakeCaseKeys({ ...report, sessions: [] }), 2);
  const end = document.indexOf(NONE) + NONE.length - 1;
  yield document.slice(0, end);
  let before = '\n';
  for (const session of report.sessions) {
    const text = printedJson(withSnakeCaseKeys(session), 2);
    yield `${before}    ${text.replaceAll('\n', '\n    ')}`;
    before = ',\n';
  }
  yield `${before === '\n' ? '' : '\n  '}${document.slice(end)}\n`;
}
