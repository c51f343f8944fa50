import { html } from 'htm/preact';
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
const HEIGHT = 96;
const GAP = 0.25;
const MAX_BARS = 30;

/** Bars as SVG, and the same numbers as a table for those who do not see them. */
function BarChart({ title, bars, format }: { title: string; bars: Bar[]; format: (value: number) => string }) {
  const sums = bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0));
  const max = Math.max(...sums, 0);
  const step = WIDTH / Math.max(1, bars.length);
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT + 2}" aria-hidden="true" preserveAspectRatio="none">
      ${bars.map(({ parts }, index) => {
        let below = 0;
        return parts.map(({ name, value }, part) => {
          const height = max > 0 ? (value / max) * HEIGHT : 0;
          below += height;
          return html`<rect class="part${part}" x=${index * step + (step * GAP) / 2} width=${step * (1 - GAP)}
            y=${HEIGHT - below} height=${height}><title>${name}</title></rect>`;
        });
      })}
      <line x1="0" x2=${WIDTH} y1=${HEIGHT + 1} y2=${HEIGHT + 1} />
    </svg>
    <div class="axis" aria-hidden="true"><span>${bars[0]?.label ?? ''}</span><span>${bars.length > 1 ? bars.at(-1)?.label : ''}</span></div>
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
  </figure>`;
}

const dayLabel = ({ day }: Day) => day.slice(5);

export function Charts({ statistics, messages }: { statistics: Statistics; messages: Messages }) {
  const { total, days, roundsToApproval, latency } = statistics;
  const { charts } = messages;
  const last = days.slice(-MAX_BARS);
  const plain = (value: number) => String(value);
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
  return html`<section class="charts" aria-label=${messages.title}>
    <${BarChart} title=${charts.days} format=${plain} bars=${last.map((day) => ({
      label: dayLabel(day),
      parts: [
        { name: messages.approvals, value: day.approvals },
        { name: messages.blocks, value: day.blocks },
        { name: messages.failures, value: day.failures },
      ],
    }))} />
    <${BarChart} title=${charts.rounds} format=${plain} bars=${roundsToApproval.map(([rounds, tasks]) => ({
      label: messages.rounds(rounds),
      parts: [{ name: messages.tasks, value: tasks }],
    }))} />
    <${BarChart} title=${charts.claims} format=${plain} bars=${Object.entries(total.claims).map(([status, value]) => ({
      label: messages.statuses[status] ?? status,
      parts: [{ name: '', value }],
    }))} />
    <${BarChart} title=${charts.cost} format=${(value: number) => `$${value.toFixed(2)}`} bars=${last.map((day) => ({
      label: dayLabel(day),
      parts: [{ name: '', value: day.costUsd }],
    }))} />
    <${BarChart} title=${charts.latency} format=${seconds} bars=${Object.entries(latency).map(([name, value]) => ({
      label: name,
      parts: [{ name: '', value }],
    }))} />
  </section>`;
}
