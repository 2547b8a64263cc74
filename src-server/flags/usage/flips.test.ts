import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorBody } from '../../core/contract.ts';
import { projectForEach } from '../../testing/server-hooks.ts';
import { type Flag, type FlagValue, flag } from '../contract.ts';
import { type Flips, flips } from '../evaluation/evaluation-contract.ts';
import { identify, manyPersons, someProperty } from './usage-testing.ts';

const server = projectForEach();

const root = '/api/projects/@current/feature_flags/';
const key = 'new-checkout';
const pro = { key: 'plan', value: 'pro' };

async function create(filters: object, rest: object = {}): Promise<Flag> {
  const { status, body } = await server.api('POST', root, { key, filters, ...rest });
  expect(status).toBe(201);
  return flag.parse(body);
}

async function flipsOf({ id }: Flag, draft: object, rest: object = {}): Promise<Flips> {
  const { status, body } = await server.api('POST', `${root}${id}/preview_change/`, {
    draft: { key, ...draft },
    ...rest,
  });
  expect(status).toBe(200);
  return flips.parse(body);
}

/** Returns the value that each of these people is served now. */
async function served(ids: string[], name = key): Promise<Map<string, FlagValue>> {
  const answers = await Promise.all(
    ids.map(async (distinct_id) => {
      const { body } = await server.capture({ distinct_id }, '/decide/?v=3');
      const { featureFlags } = body as { featureFlags: Record<string, FlagValue> };
      return [distinct_id, featureFlags[name] ?? false] as const;
    }),
  );
  return new Map(answers);
}

const variants = (...keys: string[]) => ({
  variants: keys.map((one) => ({ key: one, rollout_percentage: 100 / keys.length })),
});

test('a preview names the people whose value flips, with both values, and changes nothing', async () => {
  await identify(server, {
    ann: { plan: 'pro', email: 'ann@example.com' },
    bob: { plan: 'pro' },
    cid: { plan: 'free' },
  });
  await server.capture({ event: 'open', distinct_id: 'dan' });
  const saved = await create({ groups: [{ properties: [pro] }] });
  const all = await flipsOf(saved, { filters: { groups: [{}] } });
  expect(all).toMatchObject({ known: 4, without_properties: 1, flipped: 2, is_complete: true });
  expect(all.changes).toEqual([{ before: false, after: true, count: 2 }]);
  expect(all.people.map(({ distinct_id: id }) => id).toSorted()).toEqual(['cid', 'dan']);
  const off = await flipsOf(saved, { active: false, filters: saved.filters });
  expect(off.people.map(({ name }) => name).toSorted()).toEqual(['ann@example.com', 'bob']);
  expect(await flipsOf(saved, { filters: saved.filters })).toMatchObject({ flipped: 0, changes: [], people: [] });
  expect((await served(['ann', 'cid'])).get('cid')).toBe(false);
  expect((await server.api('GET', `${root}${saved.id}/`)).body).toMatchObject({ version: saved.version });
});

test('a limit shortens the list of people, not the counts', async () => {
  await identify(server, Object.fromEntries(Array.from({ length: 8 }, (_, nr) => [`user-${nr}`, {}])));
  const saved = await create({ groups: [] });
  const few = await flipsOf(saved, { filters: { groups: [{}] } }, { limit: 3 });
  expect(few).toMatchObject({ flipped: 8, changes: [{ count: 8 }] });
  expect(few.people).toHaveLength(3);
});

test('a test run limits the people of a preview', async () => {
  await server.capture({ event: 'open', distinct_id: 'ann' }, '/capture/?test_run=qa');
  await server.capture({ event: 'open', distinct_id: 'bob' });
  const saved = await create({ groups: [] });
  const draft = { filters: { groups: [{}] } };
  const inRun = await flipsOf(saved, draft, { test_run: 'qa' });
  expect(inRun).toMatchObject({ known: 1, people: [{ distinct_id: 'ann' }] });
  expect(await flipsOf(saved, draft, { test_run: '(none)' })).toMatchObject({ people: [{ distinct_id: 'bob' }] });
});

test('a person flips if the save would clear their override', async () => {
  await identify(server, { ann: {}, bob: {} });
  const saved = await create({ groups: [{ rollout_percentage: 0 }], multivariate: variants('a', 'b') });
  await server.api('POST', `${root}${saved.id}/overrides/`, { distinct_id: 'ann', value: 'b' });
  const after = await flipsOf(saved, { filters: { groups: [{ rollout_percentage: 0 }], multivariate: variants('a') } });
  expect(after).toMatchObject({ flipped: 1, people: [{ distinct_id: 'ann', before: 'b', after: false }] });
});

test('a person merged from another has the override that a decide finds', async () => {
  const merge = async (distinct_id: string, alias: string) =>
    server.capture({ event: '$merge_dangerously', distinct_id, properties: { alias } });
  await identify(server, { b: {}, kept: {} });
  await merge('b', 'a');
  await merge('kept', 'b');
  const groups = [{ rollout_percentage: 0 }];
  const saved = await create({ groups, multivariate: variants('x', 'y') });
  for (const [distinct_id, value] of [
    ['b', 'x'],
    ['a', 'y'],
  ])
    await server.api('POST', `${root}${saved.id}/overrides/`, { distinct_id, value });
  expect((await served(['kept'])).get('kept')).toBe('y');
  expect(await flipsOf(saved, { filters: { groups, multivariate: variants('x') } })).toMatchObject({
    people: [{ distinct_id: 'kept', before: 'y', after: 'x' }],
  });
});

test('an invalid draft, one of groups and one of a deleted flag are rejected with their field', async () => {
  const saved = await create({ groups: [{}] });
  const refused = async (filters: object) => {
    const answer = await server.api('POST', `${root}${saved.id}/preview_change/`, { draft: { key, filters } });
    expect(answer.status).toBe(400);
    return errorBody.parse(answer.body);
  };
  const regex = { groups: [{ properties: [{ key: 'plan', operator: 'regex', value: '(' }] }] };
  expect(await refused(regex)).toMatchObject({ attr: 'draft__filters__groups__0__properties__0__value' });
  expect(await refused({ groups: [{}], aggregation_group_type_index: 0 })).toMatchObject({
    attr: 'draft__filters__aggregation_group_type_index',
  });
  await server.api('PATCH', `${root}${saved.id}/`, { deleted: true });
  expect((await refused({ groups: [] })).detail).toContain('is deleted');
  expect((await server.api('POST', `${root}999/preview_change/`, { draft: { key, filters: {} } })).status).toBe(404);
});

test('people excluded from experiments flip like everyone, and experiments do not exclude each other’s people', async () => {
  await identify(server, { staff: { staff: true }, ann: {}, bob: {} });
  const isStaff = { key: 'staff', value: true, type: 'person', operator: 'exact' };
  const experiment_exclusions = { bots: true, properties: [isStaff] };
  expect((await server.api('PATCH', '/api/projects/@current/', { experiment_exclusions })).status).toBe(200);
  const flagOf = async (name: string) => {
    const input = { name, feature_flag_key: name, start_date: new Date().toISOString() };
    const { status, body } = await server.api('POST', '/api/projects/@current/experiments/', input);
    expect(status).toBe(201);
    return flag.parse((await server.api('GET', `${root}${Object(body).feature_flag}/`)).body);
  };
  const [changed, other] = [await flagOf(key), await flagOf('other')];
  const everyone = ['staff', 'ann', 'bob'];
  const [was, wasOther] = [await served(everyone), await served(everyone, other.key)];
  for (const values of [was, wasOther]) for (const value of values.values()) expect(value).toBeTypeOf('string');
  const off = { active: true, filters: { ...changed.filters, groups: [{ rollout_percentage: 0 }] } };
  const preview = await flipsOf(changed, off);
  expect(new Map(preview.people.map(({ distinct_id: id, before }) => [id, before]))).toEqual(was);
  expect((await server.api('PATCH', `${root}${changed.id}/`, { filters: off.filters })).status).toBe(200);
  expect([...(await served(everyone)).values()]).toEqual([false, false, false]);
  expect(await served(everyone, other.key)).toEqual(wasOther);
});

const someFilters = fc.constantFrom(['a'], ['a', 'b'], ['b', 'c'], []).chain((keys) =>
  fc.record({
    groups: fc.array(
      fc.record({
        properties: fc.array(someProperty, { maxLength: 2 }),
        rollout_percentage: fc.option(fc.integer({ min: 0, max: 100 })),
        variant: fc.constantFrom(null, ...keys),
      }),
      { maxLength: 3 },
    ),
    multivariate: fc.constant(keys.length === 0 ? null : variants(...keys)),
  }),
);
const someFlag = fc.record({
  key: fc.constantFrom(key, 'other'),
  active: fc.boolean(),
  ensure_experience_continuity: fc.boolean(),
  filters: someFilters,
});

test('the flips equal the difference of two decides for all persons', async () => {
  const persons = manyPersons(24);
  const ids = Object.keys(persons);
  await identify(server, persons);
  const alias = { event: '$create_alias', distinct_id: 'user-1', properties: { alias: 'second-id' } };
  expect((await server.capture(alias)).status).toBe(200);
  const saved = await create({ groups: [{}] }, { ensure_experience_continuity: true });
  // Gives two people a kept anonymous id.
  for (const distinct_id of ['user-2', 'user-3'])
    await server.capture({ distinct_id, $anon_distinct_id: `anon-of-${distinct_id}` }, '/decide/?v=3');
  const overrides = `${root}${saved.id}/overrides/`;
  await fc.assert(
    fc.asyncProperty(someFlag, someFlag, fc.boolean(), async (before, after, everyone) => {
      await server.api('PATCH', `${root}${saved.id}/`, { active: false, filters: { groups: [], multivariate: null } });
      expect((await server.api('PATCH', `${root}${saved.id}/`, before)).status).toBe(200);
      const values = [false, ...(before.filters.multivariate?.variants.map((one) => one.key) ?? [true])];
      const set = [
        { distinct_id: 'second-id', value: values.at(-1) },
        { distinct_id: 'user-5', value: false },
        ...(everyone ? [{ distinct_id: null, value: values[1] }] : []),
      ];
      for (const override of set) expect((await server.api('POST', overrides, override)).status).toBe(201);
      const preview = await flipsOf(saved, after, { limit: 100 });
      const was = await served(ids, before.key);
      expect((await server.api('PATCH', `${root}${saved.id}/`, after)).status).toBe(200);
      const is = await served(ids, after.key);
      const differing = ids.filter((id) => was.get(id) !== is.get(id));
      const wanted = differing.map((id) => ({ distinct_id: id, before: was.get(id), after: is.get(id) }));
      const told = preview.people.map(({ distinct_id, ...one }) => ({
        distinct_id,
        before: one.before,
        after: one.after,
      }));
      const byId = (one: { distinct_id: string }, other: { distinct_id: string }) =>
        one.distinct_id.localeCompare(other.distinct_id);
      expect(told.toSorted(byId)).toEqual(wanted.toSorted(byId));
      expect(preview).toMatchObject({ known: ids.length, flipped: wanted.length, is_complete: true });
      expect(preview.changes.reduce((sum, { count }) => sum + count, 0)).toBe(wanted.length);
      await server.api('DELETE', `${root}overrides/`);
    }),
    { numRuns: 25 },
  );
});
