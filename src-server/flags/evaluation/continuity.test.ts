import { beforeEach, expect, test } from 'vitest';
import { projectForEach } from '../../testing/server-hooks.ts';
import { bucket } from './bucketing.ts';

const server = projectForEach();
beforeEach(async () => {
  await server.api('POST', '/api/projects/@current/feature_flags/', {
    key: 'kept',
    ...halves,
    ensure_experience_continuity: true,
  });
  await server.api('POST', '/api/projects/@current/feature_flags/', { key: 'loose', ...halves });
});

const halves = { filters: { groups: [{ rollout_percentage: 50 }] } };
const isOn = (key: string, id: string) => bucket(key, id, '') <= 0.5;
const ids = (prefix: string) => Array.from({ length: 50 }, (_, index) => `${prefix}-${index}`);
const off = (prefix: string) => ids(prefix).find((id) => !isOn('kept', id)) as string;
const on = (prefix: string) => ids(prefix).find((id) => isOn('kept', id)) as string;

const served = async (body: object) => {
  const answer = await server.capture(body, '/decide/?v=3');
  return (answer.body as { featureFlags: Record<string, boolean> }).featureFlags;
};

test('an identified person keeps the value of the anonymous id, in flags with a continuous experience', async () => {
  const [anon, user] = [on('anon'), off('user')];
  expect(await served({ distinct_id: anon })).toMatchObject({ kept: true });
  expect(await served({ distinct_id: user, $anon_distinct_id: anon })).toEqual({
    kept: true,
    loose: isOn('loose', user),
  });
  expect(await served({ distinct_id: user })).toEqual({ kept: true, loose: isOn('loose', user) });
  await server.restart();
  expect(await served({ distinct_id: user })).toMatchObject({ kept: true });
});

test('the first anonymous id counts, even on another device', async () => {
  const user = off('user');
  await served({ distinct_id: user, $anon_distinct_id: on('phone') });
  expect(await served({ distinct_id: user, $anon_distinct_id: off('laptop') })).toMatchObject({ kept: true });
});

test('other ids of the same person get the same value', async () => {
  const [anon, user, other] = [on('anon'), off('user'), off('other')];
  await served({ distinct_id: user, $anon_distinct_id: anon });
  await server.capture({ event: '$create_alias', distinct_id: user, properties: { alias: other } });
  expect(await served({ distinct_id: other })).toMatchObject({ kept: true });
});

test('without an anonymous id, the distinct_id counts', async () => {
  expect(await served({ distinct_id: off('user') })).toMatchObject({ kept: false });
  expect(await served({ distinct_id: on('user'), $anon_distinct_id: '' })).toMatchObject({ kept: true });
});
