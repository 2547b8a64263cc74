import { mayHaveLongInteger } from '#server/core/json/parse-json-contract.ts';
import { type Outgoing, sentBody } from './outgoing.ts';

/** Returns a curl command for a POSIX shell. */
export function asCurl(outgoing: Outgoing, origin: string): string {
  const { method, path, headers } = outgoing;
  const body = sentBody(outgoing);
  return [
    `curl -X ${method} ${shellQuote(origin + path)}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${shellQuote(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`  --data-raw ${shellQuote(body)}`]),
  ].join(' \\\n');
}

/** Returns a fetch call for a browser's console or Node. */
export function asFetch(outgoing: Outgoing, origin: string): string {
  const { method, path, headers } = outgoing;
  const body = sentBody(outgoing);
  return `await fetch(${JSON.stringify(origin + path)}, {
  method: ${JSON.stringify(method)},
  headers: ${indent(JSON.stringify(headers, null, 2))},
  body: ${indent(body === null ? 'null' : asExpression(body))},
});`;
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns JSON as it is, which is a JavaScript literal unless that would round a number; other text is quoted. */
function asExpression(body: string): string {
  const quoted = JSON.stringify(body);
  if (mayHaveLongInteger(body)) return quoted;
  try {
    return `JSON.stringify(${JSON.stringify(JSON.parse(body), null, 2)})`;
  } catch {
    return quoted;
  }
}

function indent(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
