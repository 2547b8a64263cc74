import { uiWords } from '../words.ts';
export type JsonProblem = { line: number; message: string };

/** Parses JSON text; a problem names its line (from 1). */
export function readJson(text: string): { value: unknown } | { problem: JsonProblem } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const position = errorPosition(text);
    const message = error instanceof Error ? tidy(error.message) : uiWords.json.notJson;
    return { problem: { line: text.slice(0, position).split('\n').length, message } };
  }
}

/**
 * Returns where the first error is. Engines word their messages differently, some without a position, so this scans for the
 * longest valid prefix of tokens.
 */
function errorPosition(text: string): number {
  const stack: ('{' | '[')[] = [];
  let expects: Expects = 'value';
  for (let at = 0; at < text.length; ) {
    const [space = ''] = /^\s*/.exec(text.slice(at, at + 4096)) ?? [];
    if (space.length > 0) {
      at += space.length;
      continue;
    }
    const token = tokenAt(text, at);
    const next: Expects | null = token === null ? null : step(expects, token, stack);
    if (token === null || next === null) return at;
    expects = next;
    at += token.length;
  }
  return text.trimEnd().length;
}

type Expects = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing';

const tokenPattern =
  /[{}[\]:,]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;

function tokenAt(text: string, at: number): string | null {
  tokenPattern.lastIndex = at;
  return tokenPattern.exec(text)?.[0] ?? null;
}

function step(expects: Expects, token: string, stack: ('{' | '[')[]): Expects | null {
  const close = () => {
    stack.pop();
    return stack.length === 0 ? 'nothing' : 'commaOrEnd';
  };
  if (expects === 'colon') return token === ':' ? 'value' : null;
  if (expects === 'key' || expects === 'keyOrEnd') {
    if (token.startsWith('"')) return 'colon';
    return expects === 'keyOrEnd' && token === '}' ? close() : null;
  }
  if (expects === 'commaOrEnd') {
    if (token === ',') return stack.at(-1) === '{' ? 'key' : 'value';
    return token === (stack.at(-1) === '{' ? '}' : ']') ? close() : null;
  }
  if (expects === 'nothing') return null;
  if (token === ']' && expects === 'valueOrEnd') return close();
  if (token === '{' || token === '[') {
    stack.push(token);
    return token === '{' ? 'keyOrEnd' : 'valueOrEnd';
  }
  if (/^[:,\]}]$/.test(token)) return null;
  return stack.length === 0 ? 'nothing' : 'commaOrEnd';
}

function tidy(message: string): string {
  const [first = message] = message.split(/, "|\.\.\.| is not valid JSON| in JSON at position/);
  return `${first.replace(/\.$/, '')}.`;
}
