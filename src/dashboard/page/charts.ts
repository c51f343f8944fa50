import { html } from 'htm/preact';
import { moneyText, timeText } from '../../i18n/amounts.ts';
import { dayOf } from '../../platform/local-time.ts';
import { everyDay } from './days.ts';
import type { Messages } from './messages.ts';
import type { Day, Statistics } from './model.ts';

interface Part {
  name: string;
  value: number;
}

interface Bar {
  label: string;
  parts: Part[];
}

const WIDTH = 320;
const HEIGHT = 80;
const GAP = 0.25;
/** A bar has three pixels then. */
const MAX_DAYS = 90;

const sumOf = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0);

interface ColumnsProps {
  title: string;
  bars: Bar[];
  format: (value: number) => string;
  messages: Messages;
}

/** Days side by side as SVG, and the same numbers as a table for those who do not see them. */
function Columns({ title, bars, format, messages }: ColumnsProps) {
  const max = Math.max(...bars.map(sumOf), 0);
  const step = WIDTH / Math.max(1, bars.length);
  const names = (bars[0]?.parts ?? []).map(({ name }) => name).filter(Boolean);
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <div class="axis" aria-hidden="true">
      <span class="label">${format(max)}</span>
      <span class="legend">${names.map((name, part) => html`<span class="key${part}">${name}</span>`)}</span>
    </div>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT + 2}" aria-hidden="true" preserveAspectRatio="none">
      ${bars.map((bar, index) => {
        let below = 0;
        const text = bar.parts.map(({ name, value }) => `${format(value)} ${name}`.trim()).join(messages.comma);
        return html`<g><title>${bar.label}${messages.colon}${text}</title>${bar.parts.map(({ value }, part) => {
          const height = max > 0 ? (value / max) * HEIGHT : 0;
          below += height;
          return html`<rect class="part${part}" x=${index * step + (step * GAP) / 2} width=${step * (1 - GAP)}
            y=${HEIGHT - below} height=${height} />`;
        })}</g>`;
      })}
      <line x1="0" x2=${WIDTH} y1=${HEIGHT + 1} y2=${HEIGHT + 1} />
    </svg>
    <div class="axis" aria-hidden="true"><span class="label">${bars[0]?.label ?? ''}</span><span class="label">${bars.length > 1 ? bars.at(-1)?.label : ''}</span></div>
    <div class="unseen">
      <table>
        <tbody>
          ${bars.map(
            ({ label, parts }) => html`<tr>
              <th scope="row">${label}</th>
              ${parts.map(({ name, value }) => html`<td data-name=${name}>${format(value)} ${name}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </figure>`;
}

interface RowsProps {
  title: string;
  /** `kind`: the class of its bar. */
  rows: { label: string; value: number; text: string; kind?: string }[];
  /** Said if there are no rows. */
  none?: string;
}

/** A few values, one below the other, each with its number. */
function Rows({ title, rows, none }: RowsProps) {
  const max = Math.max(...rows.map(({ value }) => value), 0);
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    ${
      rows.length === 0
        ? html`<p>${none}</p>`
        : html`<table>
      <tbody>
        ${rows.map(
          ({ label, value, text, kind = 'part0' }) => html`<tr>
            <th scope="row">${label}</th>
            <td class="bar"><svg viewBox="0 0 100 10" aria-hidden="true" preserveAspectRatio="none"
              ><rect class=${kind} width=${max > 0 ? (value / max) * 100 : 0} height="10" /></svg></td>
            <td class="value">${text}</td>
          </tr>`,
        )}
      </tbody>
    </table>`
    }
  </figure>`;
}

const dayLabel = ({ day }: Day) => day.slice(5);

/** Beside the list where there is room for it; elsewhere closed, so that the sessions come first. */
export function Charts({ statistics, messages }: { statistics: Statistics; messages: Messages }) {
  const { total, days, roundsToApproval, latency } = statistics;
  const { charts } = messages;
  const last = everyDay(days, MAX_DAYS, dayOf(new Date()));
  const drawn = (title: string) =>
    last.length < MAX_DAYS ? title : title + messages.inBrackets(messages.last(MAX_DAYS));
  const isOpen = matchMedia('(min-width: 60rem)').matches;
  const summary = html`<summary>${messages.chartsTitle}</summary>`;
  if (total.rounds === 0)
    return html`<details class="charts" open=${isOpen}>${summary}<p>${messages.noReviews}</p></details>`;
  return html`<details class="charts" open=${isOpen}>
    ${summary}
    <${Columns} messages=${messages} title=${drawn(charts.days)} format=${String} bars=${last.map((day) => ({
      label: dayLabel(day),
      parts: [
        { name: messages.outcomes.approved, value: day.approvals },
        { name: messages.outcomes['sent-back'], value: day.blocks },
        { name: messages.failedOrCutOff, value: day.failures },
        { name: messages.other, value: day.rounds - day.approvals - day.blocks - day.failures },
      ],
    }))} />
    <${Columns} messages=${messages} title=${drawn(charts.cost)} format=${moneyText} bars=${last.map((day) => ({
      label: dayLabel(day),
      parts: [{ name: '', value: day.costUsd }],
    }))} />
    <${Rows} title=${charts.rounds} none=${messages.noneApproved} rows=${roundsToApproval.map(([rounds, tasks]) => ({
      label: messages.rounds(rounds),
      value: tasks,
      text: messages.tasks(tasks),
    }))} />
    <${Rows} title=${charts.claims} rows=${Object.entries(total.claims).map(([status, value]) => ({
      label: messages.statuses[status] ?? status,
      value,
      text: String(value),
      kind: status,
    }))} />
    <${Rows} title=${charts.latency} rows=${Object.entries(latency).map(([name, value]) => ({
      label: messages.percentiles[name] ?? name,
      value,
      text: timeText(value, messages.code),
    }))} />
  </details>`;
}
