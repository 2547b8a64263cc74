import { personalKey } from './processes.ts';

const headers = { Authorization: `Bearer ${personalKey}`, 'Content-Type': 'application/json' };

export const get = async (url: string) => read(await fetch(url, { headers }));

export const post = async (url: string, body: unknown) => send('POST', url, body);

export const patch = async (url: string, body: unknown) => send('PATCH', url, body);

const send = async (method: string, url: string, body: unknown) =>
  read(await fetch(url, { method, headers, body: JSON.stringify(body) }));

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
