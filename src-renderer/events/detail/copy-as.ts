import { mayHaveLongInteger } from '#server/core/json/parse-json-contract.ts';
import type { Outgoing } from './outgoing.ts';

/** Returns a curl command for a POSIX shell. */
export function asCurl({ path, body }: Outgoing, origin: string): string {
  return [
    `curl -X POST ${shellQuote(origin + path)}`,
    `  -H 'Content-Type: application/json'`,
    `  --data-raw ${shellQuote(body)}`,
  ].join(' \\\n');
}

/** Returns a fetch call for a browser's console or Node. */
export function asFetch({ path, body }: Outgoing, origin: string): string {
  return `await fetch(${JSON.stringify(origin + path)}, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(${indent(asLiteral(body))}),
});`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns JSON as it is, which is a JavaScript literal unless that would round a number; other text is quoted. */
function asLiteral(body: string): string {
  if (mayHaveLongInteger(body)) return JSON.stringify(body);
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return JSON.stringify(body);
  }
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
