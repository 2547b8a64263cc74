/** The arguments of an example, with a description unless obvious; with null a whole shell line. */
type Example = string | [line: string, what: string | null];

/** Returns the text below the help of a command. */
export function examples(lines: readonly Example[]): string {
  const shown = lines.map((example) => {
    const [line, what] = typeof example === 'string' ? [example, ''] : example;
    return what === null ? `  ${line}` : `${what && `  # ${what}\n`}  npx benchtop ${line}`;
  });
  return `\nExamples:\n${shown.join('\n')}`;
}
