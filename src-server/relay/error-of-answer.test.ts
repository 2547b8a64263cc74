import { expect, test } from 'vitest';
import type { SendErrorKind } from '../events/sending/sender-contract.ts';
import { errorOfAnswer } from './error-of-answer.ts';

const key = 'phc_theKeyOfTheReceiver';
const answered = (statusCode: number, text = '', headers = {}) =>
  errorOfAnswer({ statusCode, headers, text }, key, Date.parse('2026-11-20T00:00:00Z'));

test.each([
  [200, '{"status":1}'],
  [200, '{"status":"Ok"}'],
  [200, ''],
  [202, 'ok'],
  [204, ''],
  [200, '{"status":1,"quota_limited":["recordings"]}'],
])('an answer of %i %j confirms the events', (statusCode, text) => {
  expect(answered(statusCode, text)).toBeNull();
});

test.each<[number, string, SendErrorKind]>([
  [200, ' <html>', 'wrong_receiver'],
  [200, '{"status": 1, "quota_limited": ["recordings", "events"]}', 'over_quota'],
  [302, '', 'wrong_receiver'],
  [304, '', 'wrong_receiver'],
  [400, '{"code":"invalid_api_key"}', 'not_authorized'],
  [400, '{"detail":"API key is invalid"}', 'not_authorized'],
  [400, '{"detail":"Unexpected token"}', 'rejected'],
  [401, '', 'not_authorized'],
  [402, '', 'rejected'],
  [403, '', 'not_authorized'],
  [404, '', 'wrong_receiver'],
  [405, '', 'wrong_receiver'],
  [408, '', 'busy'],
  [410, '', 'wrong_receiver'],
  [413, '', 'too_large'],
  [415, '', 'rejected'],
  [422, '', 'rejected'],
  [425, '', 'busy'],
  [429, '', 'busy'],
  [500, '', 'receiver_failed'],
  [501, '', 'wrong_receiver'],
  [502, '', 'receiver_failed'],
  [503, '', 'busy'],
  [504, '', 'receiver_failed'],
])('an answer of %i %j is an error: %s', (statusCode, text, kind) => {
  expect(answered(statusCode, text)).toMatchObject({ kind, statusCode });
});

test('Retry-After sets when events are sent again', () => {
  for (const status of [408, 425, 429, 500, 502, 503, 504])
    expect(answered(status, '', { 'retry-after': '7' })).toMatchObject({ retryAfterMs: 7000 });
  expect(answered(429, '', { 'retry-after': 'Fri, 20 Nov 2026 00:01:00 GMT' })).toMatchObject({ retryAfterMs: 60_000 });
  expect(answered(429)).not.toHaveProperty('retryAfterMs');
});

test('an answer is quoted in one short line, without keys', () => {
  const secret = 'phx_aPersonalKeyOfSomebody';
  const { detail = '' } = answered(400, `the project\n\tof ${key}, ${secret}: ${'x'.repeat(500)}`) ?? {};
  expect(detail).toMatch(/^The receiver answered 400\. It said: the project of \(key\), phx_aPer…: x+…$/);
  expect(detail.length).toBeLessThan(250);
  const moved = answered(301, '', { location: `https://example.com/?key=${key}` });
  expect(moved?.detail).toBe('The receiver answered 301, a redirect to https://example.com/?key=(key).');
  const far = `https://example.com/${'x'.repeat(170)}?key=`;
  expect(answered(301, '', { location: far + key })?.detail).not.toContain('phc_');
});
