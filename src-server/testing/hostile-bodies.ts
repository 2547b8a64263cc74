import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import lzString from 'lz-string';
import { maxEventValues } from '../core/limits-contract.ts';

const mib = 1024 * 1024;
const fill = (unit: string, bytes: number) => unit.repeat(Math.floor(bytes / unit.length));
/** With those of the event itself. */
const maxKeys = maxEventValues - 10;
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const list = (unit: string, bytes: number) => `${fill(`${unit},`, bytes)}${unit}`;

/** Key of the project for the bodies; their server starts with it. */
export const hostileKey = 'phc_hostileProjectKey';
const batch = (elements: string) => `{"api_key":"${hostileKey}","batch":[${elements}]}`;
const single = (properties: string) =>
  `{"api_key":"${hostileKey}","event":"e","distinct_id":"d","properties":${properties}}`;

type HostileBody = [
  name: string,
  status: number,
  make: (bytes: number) => string | Buffer,
  path?: string,
  headers?: Record<string, string>,
];

/**
 * The worst bodies of this size for each reader of public bodies, with the expected status. None of their events is stored,
 * except where noted.
 */
export const hostileBodies: readonly HostileBody[] = [
  ['NaN and quotes in escapes', 400, (bytes) => `NaN${fill('\\"', bytes)}`],
  ['NaN and open texts', 400, (bytes) => `[NaN,"${fill('"a', bytes)}`],
  ['nothing but NaN', 400, (bytes) => `[${list('NaN', bytes)}]`],
  // With an event behind them, which is taken where the fields are not counted.
  ['a form of many fields', 400, (bytes) => `${fill('a&', bytes - 200)}data=${single('{}')}`, '/e/', form],
  ['a form of many equal signs', 400, (bytes) => `data=${fill('=', bytes)}`, '/e/', form],
  ['a form of percent signs', 400, (bytes) => `data=${fill('%', bytes)}`, '/e/', form],
  ['a form of encoded characters', 400, (bytes) => `data=${fill('%7B', bytes)}`, '/e/', form],
  ['a form of base64', 400, (bytes) => `data=${fill('eyJh', bytes)}`, '/e/', form],
  ['white space', 400, (bytes) => fill(' ', bytes)],
  ['white space before a form', 400, (bytes) => `${fill(' ', bytes)}data`, '/e/', form],
  ['open brackets', 400, (bytes) => fill('[', bytes)],
  [
    'one event of too many levels',
    400,
    (bytes) => single(`{"a":${fill('[', bytes / 2 - 100)}${fill(']', bytes / 2 - 100)}}`),
  ],
  ['open objects', 400, (bytes) => fill('{"batch":', bytes)],
  ['many batches', 400, (bytes) => `{${list('"batch":[]', bytes)}}`],
  ['as many envelope fields as it may hold', 401, (bytes) => `{${list('"a":1', Math.min(bytes, mib))}}`],
  ['an unfinished text of backslashes', 400, (bytes) => `{"batch":["${fill('\\', bytes)}`],
  ['elements that are no events', 400, (bytes) => batch(list('1', bytes))],
  ['an error behind many events', 400, (bytes) => batch(`${list('{}', bytes)},`)],
  ['gzip that is cut', 400, (bytes) => gzipSync(fill('{},', bytes)).subarray(0, -9)],
  ['gzip of many members', 400, (bytes) => Buffer.concat(Array(Math.floor(bytes / 20)).fill(gzipSync('')))],
  ['lz64 of one character', 400, (bytes) => fill('A', bytes), '/e/?compression=lz64'],
  [
    'lz64 of noise',
    400,
    (bytes) => lzString.compressToBase64(noise(Math.min(bytes / 4, 400_000))),
    '/e/?compression=lz64',
  ],
  ['base64 of nothing', 400, (bytes) => fill('=', bytes), '/e/?compression=base64'],
  ['one event of as many keys as it may hold', 200, (bytes) => single(`{${keys('a', bytes, maxKeys)}}`)],
  ['one event that sets as many keys of a person', 200, (bytes) => single(`{"$set":{${keys('a', bytes, maxKeys)}}}`)],
  ['one event that carries as many flags', 200, (bytes) => single(`{${keys('a', bytes, maxKeys, '$feature/')}}`)],
  ['one event of as many numbers as keys', 200, (bytes) => single(`{${keys('', bytes, maxKeys)}}`)],
  ['one event of too many values', 400, (bytes) => single(`{"a":[${list('{}', Math.max(bytes, 2 * mib))}]}`)],
  ['too many values in a batch', 400, (bytes) => batch(`{},{"a":[${list('[[]]', Math.max(bytes, 2 * mib))}]}`)],
  ['many empty events', 200, (bytes) => batch(list('{}', bytes))],
  [
    'a decide of many keys',
    400,
    (bytes) => `{"api_key":"${hostileKey}","flag_keys":{${list('"a":1', bytes)}}}`,
    '/decide/',
  ],
];

/** Makes members with distinct names; names that are numbers lie far apart. */
function keys(suffix: string, bytes: number, most = Number.POSITIVE_INFINITY, prefix = ''): string {
  const members = Array.from(
    { length: Math.min(Math.floor(bytes / 16), most) },
    (_value, index) => `"${prefix}${index * 2000 + 1e7}${suffix}":1`,
  );
  return members.join(',');
}

function noise(length: number): string {
  let seed = 1;
  let text = '';
  for (let index = 0; index < length; index++) {
    seed = (seed * 48_271) % 2_147_483_647;
    text += String.fromCharCode(seed & 0x7fff);
  }
  return text;
}

/** Sends it to the server at `url`, while `other` goes on asking until it is answered. */
export async function sendHostile(
  url: string,
  [, , make, path = '/capture/', headers = {}]: HostileBody,
  bytes: number,
  other: () => Promise<unknown>,
): Promise<{ status: number; text: string; slowestOtherMs: number }> {
  const body = new Uint8Array(Buffer.from(make(bytes)));
  // Meanwhile the server may have closed idle connections.
  await wait(10);
  let isDone = false;
  const answer = fetch(url + path, { method: 'POST', body, headers })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .finally(() => {
      isDone = true;
    });
  // Awaited below, once the other has its answer.
  answer.catch(() => {});
  let slowestOtherMs = 0;
  do {
    const started = performance.now();
    await other();
    slowestOtherMs = Math.max(slowestOtherMs, performance.now() - started);
  } while (!isDone);
  return { ...(await answer), slowestOtherMs };
}
