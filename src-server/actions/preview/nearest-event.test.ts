import { expect, test } from 'vitest';
import { serverForAll } from '../../testing/server-hooks.ts';
import { preview } from './preview-contract.ts';

const server = serverForAll();
const nearestTo = async (rest: object) =>
  preview.parse((await server.api('POST', '/api/projects/1/actions/preview/', { find_nearest: true, ...rest })).body)
    .nearest_event;

test('without events there is no nearest event', async () => {
  expect(await nearestTo({ steps: [{ event: 'order placed' }] })).toBeNull();
});

test('without a match, the nearest event is returned with the step that misses the fewest conditions', async () => {
  const event = (name: string, distinctId: string, properties: object, timestamp = new Date().toISOString()) => ({
    event: name,
    distinct_id: distinctId,
    timestamp,
    properties,
  });
  const old = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const batch = [
    event('signed up', 'old', { plan: 'pro' }, old),
    event('order placed', 'far', { plan: 'free', amount: 1 }),
    event('order placed', 'near', { plan: 'free', amount: 9 }),
    event('order placed', 'newest', { plan: 'free', amount: 1 }),
    ...Array.from({ length: 6 }, () => event('seen', 'other', {})),
  ];
  await server.capture({ batch }, '/batch/');
  const isPro = { plan: 'pro' };
  const isLarge = { amount: { value: 5, operator: 'gt' } };
  const near = await nearestTo({
    steps: [
      { event: 'refund', properties: isPro },
      { event: 'order placd', properties: isLarge },
    ],
  });
  expect(near).toMatchObject({ event: { event: 'order placed', distinct_id: 'near' }, step: 1 });
  expect(near?.verdict.steps[1]?.conditions.map((condition) => condition.is_match)).toEqual([false, true]);
  const both = await nearestTo({ steps: [{ event: 'order placed', properties: { ...isPro, ...isLarge } }] });
  expect(both).toMatchObject({ event: { distinct_id: 'near' }, step: 0, verdict: { is_match: false } });
  const newest = await nearestTo({ steps: [{ event: 'order placed', properties: isPro }] });
  expect(newest).toMatchObject({ event: { distinct_id: 'newest' } });
  expect(await nearestTo({ steps: [{ url: '/x' }] })).toMatchObject({ event: { event: 'seen' } });
  expect(await nearestTo({ steps: [{ event: 'order placed' }] })).toBeNull();
  expect(await nearestTo({ steps: [{ event: 'refund' }], find_nearest: false })).toBeNull();
});

test('a text of another element is not near if that element misses other conditions', async () => {
  const element = (tag: string, rest: object) => ({ tag_name: tag, nth_child: 1, nth_of_type: 1, ...rest });
  const $elements = [
    element('span', { attr__href: '/pricing' }),
    element('a', { attr__href: '/docs', $el_text: 'Buy now' }),
  ];
  await server.capture({ event: '$autocapture', distinct_id: 'clicker', properties: { $elements } });
  const nearestText = async (step: object) => {
    const near = await nearestTo({ steps: [{ event: '$autocapture', ...step }] });
    return near?.verdict.steps[0]?.conditions.find(({ field }) => field === 'text')?.nearest;
  };
  expect(await nearestText({ text: 'buy now', href: '/pricing' })).toBeNull();
  expect(await nearestText({ text: 'buy now', href: '/docs' })).toMatchObject({ difference: 'case', seen: 'Buy now' });
  expect(await nearestText({ text: 'buy now' })).toMatchObject({ difference: 'case', seen: 'Buy now' });
});
