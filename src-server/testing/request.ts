import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export type Content = string | URLSearchParams | Uint8Array | null;
type Received = { status: number; headers: Headers; text: string };

const agent = new Agent({ keepAlive: true });

/** Sends a request and reads its answer; `fetch` would take four times the processor time. */
export async function sendRequest(
  url: string,
  method: string,
  headers: Record<string, string>,
  content: Content,
): Promise<Received> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const all = { 'User-Agent': 'node', ...implied(content), ...headers };
    const sending = request(url, { method, agent, headers: all }, resolve);
    sending.on('error', reject).end(content instanceof URLSearchParams ? `${content}` : content);
  });
  return { status: response.statusCode ?? 0, headers: headersOf(response), text: await text(response) };
}

function implied(content: Content): Record<string, string | number> {
  if (content === null) return {};
  if (content instanceof Uint8Array) return { 'Content-Length': content.length };
  const type = typeof content === 'string' ? 'text/plain' : 'application/x-www-form-urlencoded';
  return { 'Content-Type': `${type};charset=UTF-8`, 'Content-Length': Buffer.byteLength(`${content}`) };
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  return headers;
}
