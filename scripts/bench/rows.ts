/** One figure. `met` only where there is an aim. */
export interface Row {
  name: string;
  value: string;
  ratio?: number;
  aim?: string;
  met?: boolean;
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

export const progress = (text: string) => process.stderr.isTTY && process.stderr.write(`\r\x1b[K${text}`);

export function print(rows: Row[]) {
  progress('');
  const width = Math.max(...rows.map((row) => row.name.length));
  for (const { name, value, ratio, aim, met } of rows) {
    const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
    console.log(
      `${name.padEnd(width)}  ${value.padStart(22)}  ${ratio ? `${ratio.toFixed(2)} x` : ''}`.padEnd(width + 36) +
        `${aim ?? ''}  ${verdict}`.trimEnd(),
    );
  }
}
