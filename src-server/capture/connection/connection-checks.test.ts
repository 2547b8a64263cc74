import { expect, test } from 'vitest';
import { connectionChecks } from './connection-checks.ts';
import type { CheckKind } from './connection-contract.ts';
import type { SdkRequestRow } from './sdk-requests.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const page = { origin: 'http://shop.example', client: 'posthog-js/1.57.3' };
const node = { client: 'posthog-node/4.17.2' };

/** Returns the row of a request `age` seconds ago, by default of one page. */
function row(path: string, age: number, more: Partial<SdkRequestRow> = {}): SdkRequestRow {
  const isRead = /^\/(array|static|api)\//.test(path);
  const request = { id: 1, projectId: 1, method: isRead ? 'GET' : 'POST', path, status: 200, reason: null, key: null };
  const at = now - age * 1000;
  const times = { count: 1, firstAt: at, lastAt: at };
  return { ...request, client: null, origin: null, is_automated: false, ...times, ...more };
}

const wrongKey = { status: 401, reason: 'invalid_api_key', key: 'phc_wron…' } as const;
const missing = { status: 404, reason: 'not_found', projectId: null } as const;
const script = row('/static/array.js', 60, { origin: page.origin });
const config = row('/array/phc_key…/config.js', 59, page);
const flags = row('/flags/', 58, page);
const events = row('/e/', 55, page);

test.each<[string, SdkRequestRow[], (CheckKind | object)[]]>([
  ['nothing was requested', [], []],
  ['events arrive', [script, config, flags, events], ['receiving']],
  ['the page has just started', [row('/flags/', 3, page)], []],
  ['the script was loaded a moment ago', [{ ...script, firstAt: now, lastAt: now }], []],
  ['nothing follows the script', [script], ['script_blocked']],
  [
    'nothing but a preflight follows the script',
    [script, row('/e/', 50, { ...page, method: 'OPTIONS', status: 204 })],
    ['script_blocked'],
  ],
  ['posthog-js started and sends nothing', [script, config, flags], ['no_events']],
  [
    'an automated browser sends nothing',
    [config, flags].map((one) => ({ ...one, is_automated: true })),
    ['bot_filter'],
  ],
  [
    'an automated browser sends nothing, and another browser does, of the same page',
    [{ ...config, is_automated: true }, config, events],
    ['receiving', 'bot_filter'],
  ],
  ['posthog-node only asks for flags', [row('/flags/', 60, node)], []],
  [
    'an unknown project key',
    [row('/batch/', 5, { ...node, ...wrongKey })],
    [{ kind: 'wrong_key', key: 'phc_wron…', problem: 'unknown' }],
  ],
  [
    'a key that was wrong and is right now',
    [row('/batch/', 9, { ...node, ...wrongKey }), row('/batch/', 5, node)],
    ['receiving'],
  ],
  [
    'a key in the path that was wrong and is right now, with which posthog-js sends events elsewhere',
    [
      row('/array/phc_wron…/config.js', 19, { ...page, ...wrongKey }),
      row('/e/', 18, { ...page, ...wrongKey }),
      row('/array/phc_key…/config.js', 9, page),
      row('/i/v0/e/', 8, page),
    ],
    ['receiving'],
  ],
  [
    'a key that is wrong on several paths',
    [row('/e/', 5, { ...page, ...wrongKey }), row('/flags/', 9, { ...page, ...wrongKey })],
    [{ kind: 'wrong_key', at: '2026-11-20T11:59:55.000Z' }],
  ],
  [
    'a key that was right and is wrong now',
    [row('/batch/', 5, { ...node, ...wrongKey }), row('/batch/', 9, node)],
    ['wrong_key', 'receiving'],
  ],
  [
    'another app has the right key',
    [row('/batch/', 9, { ...node, ...wrongKey }), row('/batch/', 5, { client: 'posthog-python/7.0.0' })],
    ['receiving', 'wrong_key'],
  ],
  [
    'no key',
    [row('/e/', 5, { ...page, status: 401, reason: 'missing_api_key' })],
    [{ kind: 'wrong_key', key: null, problem: 'missing' }],
  ],
  [
    'an unknown personal key of local evaluation',
    [
      row('/flags/definitions', 5, { ...node, status: 401, reason: 'invalid_personal_api_key' }),
      row('/batch/', 4, node),
    ],
    ['receiving', { kind: 'wrong_key', problem: 'personal' }],
  ],
  ['TLS', [row('', 5, { method: 'TLS', status: 400 })], [{ kind: 'wrong_host', problem: 'https' }]],
  [
    'a host with a path',
    [row('/ingest/e/', 5, { ...page, ...missing }), row('/ingest/flags/', 6, { ...page, ...missing })],
    [{ kind: 'wrong_host', problem: 'path', prefix: '/ingest', path: '/e/', at: '2026-11-20T11:59:55.000Z' }],
  ],
  [
    'a path with a typo',
    [row('/captures/', 5, missing)],
    [{ kind: 'unknown_endpoint', path: '/captures/', nearest: '/capture/' }],
  ],
  ['a path like no other', [row('/v2/telemetry', 5, missing)], [{ kind: 'unknown_endpoint', nearest: null }]],
  [
    'the same cause twice',
    [row('/captures/', 5, missing), row('/captures/', 6, { ...missing, method: 'OPTIONS' })],
    ['unknown_endpoint'],
  ],
  [
    'a path that was corrected',
    [row('/captures/', 9, { ...missing, ...node }), row('/capture/', 5, node)],
    ['receiving'],
  ],
  [
    'a script that does not exist',
    [row('/static/1.0.0/recorder.js', 5, { ...page, ...missing }), events],
    ['receiving'],
  ],
])('%s', (_, rows, expected) => {
  const checks = connectionChecks(rows, now);
  expect(checks).toMatchObject(expected.map((one) => (typeof one === 'string' ? { kind: one } : one)));
  expect(checks).toHaveLength(expected.length);
});
