/** Returns the examples below the help of a command: without `npx benchtop`, and what each does where that is not plain. */
export function examples(lines: readonly (string | [line: string, what: string])[]): string {
  const shown = lines.map((line) =>
    typeof line === 'string' ? `  npx benchtop ${line}` : `  # ${line[1]}\n  npx benchtop ${line[0]}`,
  );
  return `\nExamples:\n${shown.join('\n')}`;
}
