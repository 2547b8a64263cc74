import { gzipSync } from 'node:zlib';
import lz from 'lz-string';
import { sdkPaths } from '../../../src-server/http/sdk-paths.ts';
import { sdkRequestKind } from '../../../src-server/http/sdk-request.ts';
import type { Random } from '../random.ts';
import { personalKey, projectKey } from '../server-process.ts';
import type { FuzzRequest } from './exchange.ts';
import { hostileText, type Json, mutate, mutateBytes } from './values.ts';

const paths: string[] = Object.values(sdkPaths).flat();
const eventPaths = paths.filter((path) => sdkRequestKind(path) === 'events');
const flagPaths = paths.filter((path) => sdkRequestKind(path) === 'flags');
const otherPaths = paths.filter((path) => ![...eventPaths, ...flagPaths].includes(path));
const capturePaths = [...eventPaths, ...sdkPaths.recordings, '/e', '/batch'];
const decidePaths = flagPaths.flatMap((path) => ['', '?v=1', '?v=2', '?v=3', '?v=4', '?v=9'].map((v) => path + v));
const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png', ''];

/** Makes a request as an SDK sends it, or as attackers, proxies and bugs change it. */
export function sdkRequest(random: Random): FuzzRequest {
  if (random.chance(0.06)) return other(random);
  const isDecide = random.chance(0.25);
  const path = random.pick(isDecide ? decidePaths : capturePaths);
  const body = mutate(isDecide ? decideBody(random) : captureBody(random, path), random, random.int(4));
  return packed(path, body, random);
}

/** Makes a request to any path that takes neither events nor a decide, or without the body of those. */
function other(random: Random): FuzzRequest {
  const key = random.chance(0.5) ? projectKey : encodeURIComponent(hostileText(random).toWellFormed());
  const path = random.pick([
    `/array/${key}/config`,
    `/array/${key}/config.js`,
    '/static/array.js',
    `/array/${key}/array.js`,
    ...[...otherPaths, '/flags/definitions'].map((path) => `${inPath(path, key)}?token=${key}`),
    '/capture/',
    '/decide/',
    `/${key}`,
  ]);
  if (random.chance(0.2)) return packed(path, captureBody(random, path), random);
  const headers: Record<string, string> = random.chance(0.5) ? { Authorization: `Bearer ${personalKey}` } : {};
  return { method: random.pick(['GET', 'GET', 'GET', 'OPTIONS', 'PUT']), path, headers };
}

const inPath = (path: string, key: string) => path.replace('{project_id}', '1').replace('{key}', () => key);

function captureBody(random: Random, path: string): Json {
  const count = random.chance(0.6) ? 1 : 1 + random.int(6);
  const events = Array.from({ length: count }, () => sdkEvent(random));
  const sent_at = '2026-11-20T14:15:22.123Z';
  if (path.startsWith('/batch') || random.chance(0.3)) return { api_key: projectKey, batch: events, sent_at };
  return count === 1 ? { api_key: projectKey, ...(events[0] as object) } : events;
}

/** Makes an event; posthog-js keeps token and id inside the properties, posthog-node beside them. */
function sdkEvent(random: Random): Json {
  const distinct_id = `fuzz-${random.int(40)}`;
  const event = random.pick([
    '$pageview',
    '$autocapture',
    '$identify',
    '$create_alias',
    '$groupidentify',
    'paid',
    '$set',
  ]);
  const properties = {
    token: projectKey,
    distinct_id,
    $lib: 'web',
    $current_url: 'http://localhost:3000/?a=1',
    $elements: [{ tag_name: 'a', $el_text: 'Buy', classes: ['x'], attr__href: '/buy', nth_child: 1 }],
    $set: { email: 'ann@example.com' },
    $set_once: { first: 1 },
    $anon_distinct_id: `anonymous-${random.int(40)}`,
    alias: `alias-${random.int(40)}`,
    $groups: { company: 'acme' },
    $group_type: 'company',
    $group_key: 'acme',
    $group_set: { seats: 3 },
  };
  const isWeb = random.chance(0.5);
  return {
    uuid: random.uuid(),
    event,
    timestamp: '2026-11-20T14:15:22.123Z',
    properties,
    ...(isWeb ? { offset: 12 } : { distinct_id, type: 'capture', library: 'posthog-node', context: {} }),
  };
}

function decideBody(random: Random): Json {
  return {
    api_key: projectKey,
    distinct_id: `fuzz-${random.int(40)}`,
    $anon_distinct_id: `anonymous-${random.int(40)}`,
    groups: { company: 'acme' },
    person_properties: { plan: 'team', seats: 3 },
    group_properties: { company: { size: 10 } },
    flag_keys_to_evaluate: ['new-checkout'],
    disable_flags: false,
  };
}

/** Encodes a body as an SDK does; sometimes declares another encoding or breaks bytes. */
function packed(path: string, body: Json, random: Random): FuzzRequest {
  const text = broken(JSON.stringify(body), random);
  const packing = random.pick(['none', 'none', 'gzip', 'lz64', 'base64', 'form', 'form-lz64']);
  const packers: Record<string, () => Buffer> = {
    none: () => Buffer.from(text),
    gzip: () => gzipSync(text),
    lz64: () => Buffer.from(lz.compressToBase64(text)),
    base64: () => Buffer.from(Buffer.from(text).toString('base64')),
    form: () => Buffer.from(new URLSearchParams({ data: Buffer.from(text).toString('base64') }).toString()),
    'form-lz64': () =>
      Buffer.from(new URLSearchParams({ data: lz.compressToBase64(text), compression: 'lz64' }).toString()),
  };
  const bytes = packers[packing]?.() ?? Buffer.alloc(0);
  const compression = { gzip: 'gzip-js', lz64: 'lz64', base64: 'base64' }[packing];
  const said = random.chance(0.05) ? random.pick(['gzip', 'lz64', 'base64', 'br', '%00']) : compression;
  const isQuiet = said === undefined || random.chance(0.2);
  const usual = packing.startsWith('form') ? types[2] : random.chance(0.7) ? types[0] : types[1];
  const type = random.chance(0.05) ? random.pick(types) : (usual ?? '');
  return {
    method: 'POST',
    path: isQuiet ? path : `${path}${path.includes('?') ? '&' : '?'}compression=${said}&_=1795219200123&ver=1.434.18`,
    headers: {
      ...(type === '' ? {} : { 'Content-Type': type }),
      ...(packing === 'gzip' && isQuiet && random.chance(0.5) ? { 'Content-Encoding': 'gzip' } : {}),
    },
    body: random.chance(0.1) ? mutateBytes(bytes, random) : bytes,
  };
}

/** Generates invalid JSON. */
function broken(text: string, random: Random): string {
  if (random.chance(0.85)) return text;
  const change = random.int(7);
  if (change === 0) return text.replace(/:(\d+|"[^"]*")/, ':NaN');
  if (change === 1) return `${text.slice(0, -1)},"event":Infinity}`;
  if (change === 2) return `NaN${'\\"'.repeat(2000)}`;
  if (change === 3) return '['.repeat(5000);
  if (change === 4) return `\ufeff${text}`;
  if (change === 5) return 'a&'.repeat(2000);
  return `${text}${hostileText(random)}`;
}
