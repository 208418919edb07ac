/** Prints a value as JSON with `--json`, else as lines for people. */
export function print(json: boolean, value: unknown, lines: () => string[]): void {
  const text = json ? JSON.stringify(value, undefined, 2) : lines().join('\n');
  if (text !== '') process.stdout.write(`${text}\n`);
}

/** Aligns the columns of a table. */
export function table(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
