import { expect, test } from 'vitest';
import type { ConnectionCheck } from '#server/capture/connection/connection-contract.ts';
import { wordCheck } from './connection-words.ts';

const target = { url: 'http://127.0.0.1:8010', key: 'phc_key' };
const at = '2026-11-20T12:00:00.000Z';
const node = { at, sender: { client: 'posthog-node/4.17.2', origin: null, is_automated: false } };
const page = { at, sender: { client: null, origin: 'http://shop.example', is_automated: true } };
const file = { at, sender: { client: 'posthog-js/1.57.3', origin: 'null', is_automated: false } };

test.each<[check: ConnectionCheck, title: string, happened: string, fix: string | null]>([
  [{ kind: 'receiving', ...node, count: 1 }, 'Connected', 'posthog-node/4.17.2 sends events: 1 request so far.', null],
  [
    { kind: 'receiving', ...file, count: 1200 },
    'Connected',
    'posthog-js/1.57.3 on a local file sends events: 1,200 requests so far.',
    null,
  ],
  [
    { kind: 'wrong_key', ...node, key: 'phc_wron…', problem: 'unknown' },
    'Wrong key',
    'posthog-node/4.17.2 sends the key phc_wron…, which is unknown or revoked.',
    'Use the key of this project: phc_key',
  ],
  [
    { kind: 'wrong_key', ...node, key: null, problem: 'missing' },
    'No key',
    'posthog-node/4.17.2 sends no project key.',
    'Use the key of this project: phc_key',
  ],
  [
    { kind: 'wrong_key', ...node, key: 'phx_wron…', problem: 'personal' },
    'Wrong personal key',
    'posthog-node/4.17.2 cannot read flags with a personal key: phx_wron… is not accepted.',
    'Issue a key under Settings › Personal keys, and pass it to the SDK as its personal API key.',
  ],
  [
    { kind: 'wrong_key', ...node, key: null, problem: 'personal' },
    'Wrong personal key',
    'posthog-node/4.17.2 cannot read flags with a personal key: it sends none.',
    'Issue a key under Settings › Personal keys, and pass it to the SDK as its personal API key.',
  ],
  [
    { kind: 'wrong_key', ...node, key: 'phx_good…', problem: 'project' },
    'Wrong project',
    'posthog-node/4.17.2 sends the personal key phx_good…, and no project_id that it may access.',
    'Use the key of this project: phc_key',
  ],
  [
    { kind: 'wrong_key', ...node, key: 'phx_good…', problem: 'read_only' },
    'Read-only key',
    'posthog-node/4.17.2 sends events with the personal key phx_good…, which can only read.',
    'Use the key of this project: phc_key',
  ],
  [
    { kind: 'wrong_host', ...file, problem: 'path', prefix: '/ingest', path: '/e/' },
    'Wrong host',
    'posthog-js/1.57.3 on a local file requests /ingest/e/, which does not exist.',
    'Set the host to http://127.0.0.1:8010, without /ingest',
  ],
  [
    { kind: 'wrong_host', ...node, problem: 'https', prefix: null, path: null },
    'Wrong host',
    'A client connects with https, and this server speaks http.',
    'Set the host to http://127.0.0.1:8010',
  ],
  [
    { kind: 'unknown_endpoint', ...node, path: '/captures/', nearest: '/capture/' },
    'Unknown endpoint',
    'posthog-node/4.17.2 requests /captures/, which does not exist.',
    'Send to /capture/ instead. If an SDK chose the path, update it.',
  ],
  [
    { kind: 'bot_filter', ...page },
    'Bot filter',
    'The page at http://shop.example, in an automated browser, sends nothing: posthog-js takes it for a bot and drops every event.',
    'Add opt_out_useragent_filter: true to the options of posthog.init.',
  ],
])('%j', (check, title, happened, fix) => {
  expect(wordCheck(check, target)).toMatchObject({ title, happened, fix });
});
