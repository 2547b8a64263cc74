/** Returns "“a”", "“a” and “b”". */
export function quoted(keys: readonly string[]): string {
  const names = keys.map((key) => `“${key}”`);
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}
