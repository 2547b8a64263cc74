import { expect, test } from 'vitest';
import type { EventDetail } from '#server/events/contract.ts';
import { sampleShop } from '../../simulation/sample/sample-shop.ts';
import { sdkSnippets } from '../onboarding/sdk-snippets.ts';
import { asCurl, asFetch } from './copy-as.ts';
import { jsonPost, outgoingEvent, resendable } from './outgoing.ts';

const event: EventDetail = {
  id: '1',
  uuid: '0195a000-0000-7000-8000-000000000001',
  event: 'it’s "done"',
  distinct_id: 'u1',
  person_id: 1,
  timestamp: '2026-03-01T00:00:00.000Z',
  received_at: '2026-03-01T00:00:00.000Z',
  properties: { token: 'phc_old', note: "it's" },
  status: 'accepted',
  reason: null,
  warnings: [],
  count: 1,
  request_id: 1,
  test_run: null,
  unassigned: false,
  detail: null,
  key_prefix: null,
  batch: null,
  request: null,
  pipeline: [],
};

test('an event is sent again with the current key, a new uuid and no time', () => {
  const { path, body, only } = outgoingEvent(event, 'phc_now', 'new');
  expect({ path, only }).toEqual({ path: '/capture/', only: { uuid: 'new', event: event.event } });
  expect(JSON.parse(body)).toEqual({
    api_key: 'phc_now',
    event: 'it’s "done"',
    distinct_id: 'u1',
    properties: { note: "it's" },
    uuid: 'new',
  });
});

test('a rejected request without its body says why it cannot be sent', () => {
  expect(resendable({ ...event, status: 'rejected' }, 'k', 'new')).toEqual({
    missing: 'The request log of this event has expired.',
  });
});

test.each(['GET', 'HEAD'])('a %s has no body', (method) => {
  const code = asFetch({ ...jsonPost('/flags/', ''), method }, 'http://127.0.0.1:8010');
  expect(code).toContain('body: null');
});

test('a body that no literal can hold is copied as the text that it is', () => {
  const bodies: unknown[] = [];
  const fetched = (_url: string, { body }: { body: unknown }) => void bodies.push(body);
  const texts = ['{"account":1234567890123456781}', 'data=%7B%7D', '{"broken'];
  for (const text of texts) {
    const code = asFetch(jsonPost('/capture/', text), 'http://127.0.0.1:8010');
    new Function('fetch', `return (async () => { ${code} })()`)(fetched);
  }
  expect(bodies).toEqual(texts);
});

test('curl and fetch carry the body through quotes', () => {
  const outgoing = outgoingEvent(event, 'phc_now', 'new');
  expect(asCurl(outgoing, 'http://127.0.0.1:8010')).toContain(`"note": "it'\\''s"`);
  const sent: unknown[] = [];
  const run = new Function('fetch', `return (async () => { ${asFetch(outgoing, 'http://127.0.0.1:8010')} })()`);
  run((...args: unknown[]) => sent.push(...args));
  expect(sent[0]).toBe('http://127.0.0.1:8010/capture/');
  expect(JSON.parse((sent[1] as { body: string }).body)).toEqual(JSON.parse(outgoing.body));
});

test('every snippet has the address and the key', () => {
  for (const { code } of sdkSnippets('http://127.0.0.1:8010', 'phc_x')) {
    expect(code).toContain('http://127.0.0.1:8010');
    expect(code).toContain('phc_x');
  }
});

test('the sample shop is some 300 events of the last 14 days, the same each time, with mistakes in it', () => {
  const now = Date.UTC(2026, 2, 1);
  const events = sampleShop(now).flat();
  expect(events.length).toBeGreaterThan(270);
  expect(events.length).toBeLessThan(360);
  expect(sampleShop(now)).toEqual(sampleShop(now));
  for (const { timestamp } of events) {
    expect(Date.parse(timestamp)).toBeLessThanOrEqual(now);
    expect(Date.parse(timestamp)).toBeGreaterThan(now - 14.1 * 86_400_000);
  }
  expect(events.filter((sample) => sample.event === undefined || sample.distinct_id === '').length).toBe(5);
});
