export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Pads columns to their widest cell; all but the first are right-aligned, unless `align` says otherwise. */
export function table(rows: string[][], align: 'numbers' | 'text' = 'numbers'): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || align === 'text' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n');
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}
