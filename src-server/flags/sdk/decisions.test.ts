import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberedUuids } from '../../testing/numbered-uuids.ts';
import { serverForAll } from '../../testing/server-hooks.ts';

const root = '/api/projects/1/feature_flags/';
const hour = 3_600_000;
let now = Date.parse('2026-11-20T10:00:00.000Z');
const server = serverForAll({ clock: { now: () => now, uuid: numberedUuids() } });

const half = { rollout_percentage: 50 };
const variants = ['a', 'b'].map((key) => ({ key, ...half }));
const person = (key: string, value: unknown, operator = 'exact') => ({ key, value, operator });
/** One flag for each kind of input of a decision. */
const flags = [
  { key: 'open', filters: { groups: [half] } },
  { key: 'pro', filters: { groups: [{ properties: [person('plan', 'pro')] }] } },
  {
    key: 'split',
    filters: { groups: [{ ...half, properties: [person('seats', 5, 'gt')] }, half], multivariate: { variants } },
  },
  { key: 'recent', filters: { groups: [{ properties: [person('joined', '-2d', 'is_date_after')] }] } },
  {
    key: 'company',
    filters: { groups: [{ properties: [person('size', 5, 'gte')] }], aggregation_group_type_index: 0 },
  },
  { key: 'kept', filters: { groups: [half] }, ensure_experience_continuity: true },
];

const id = fc.constantFrom('ann', 'bob', 'cid');
const number = fc.integer({ min: 0, max: 9 });
const properties = fc.record(
  {
    plan: fc.constantFrom('pro', 'free'),
    seats: number,
    joined: number.map((days) => new Date(now - days * 24 * hour).toISOString()),
  },
  { requiredKeys: [] },
);
const conditions = fc.array(
  fc.record({
    rollout_percentage: fc.constantFrom(0, 50, 100),
    properties: fc.constantFrom(
      [],
      [person('plan', 'pro')],
      [person('seats', 3, 'lt')],
      [person('joined', '-1d', 'is_date_before')],
    ),
  }),
  { maxLength: 2 },
);

/** Something that may change a person's flags. `of` makes the ids of a run. */
type Step = (of: (id: string) => string) => Promise<unknown>;
const send = (event: string, distinct_id: string, properties: object) =>
  server.capture({ event, distinct_id, properties });
const edit = (flag: number, change: object) => server.api('PATCH', `${root}${flag}/`, change);
const flag = fc.integer({ min: 1, max: flags.length });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ id, set: properties }).map(
    ({ id, set }): Step =>
      (of) =>
        send('$set', of(id), { $set: set }),
  ),
  id.map(
    (id): Step =>
      (of) =>
        send('$set', of(id), { $unset: ['plan'] }),
  ),
  fc.tuple(id, id).map(
    ([id, alias]): Step =>
      (of) =>
        send('$create_alias', of(id), { alias: of(alias) }),
  ),
  number.map(
    (size): Step =>
      () =>
        send('$groupidentify', 'x', { $group_type: 'company', $group_key: 'acme', $group_set: { size } }),
  ),
  fc.tuple(flag, conditions).map(
    ([flag, groups]): Step =>
      () =>
        edit(flag, { filters: { groups } }),
  ),
  fc.tuple(flag, fc.boolean()).map(
    ([flag, active]): Step =>
      () =>
        edit(flag, { active }),
  ),
  fc.tuple(flag, fc.option(id)).map(
    ([flag, id]): Step =>
      (of) =>
        server.api('POST', `${root}${flag}/overrides/`, { value: false, ...(id && { distinct_id: of(id) }) }),
  ),
  fc.constant<Step>(() => server.api('DELETE', `${root}overrides/`)),
  number.map(
    (days): Step =>
      async () => {
        now += days * 6 * hour;
      },
  ),
);

type Question = { distinct_id: string; person_properties?: object; [parameter: string]: unknown };
const questions = (of: (id: string) => string): Question[] => [
  { distinct_id: of('ann') },
  { distinct_id: of('bob'), person_properties: { seats: 9 } },
  { distinct_id: of('bob'), flag_keys_to_evaluate: ['split', 'recent'] },
  { distinct_id: of('cid'), groups: { company: 'acme' } },
  { distinct_id: of('cid'), $anon_distinct_id: of('ann') },
];

async function served(question: Question): Promise<unknown[]> {
  const [values, reasons] = await Promise.all(
    ['/decide/?v=3', '/flags/?v=2'].map((path) => server.capture(question, path)),
  );
  return [values?.body, { ...(reasons?.body as object), requestId: null }];
}

let runs = 0;
let asked = 0;
/** A new question of the same meaning. */
const anew = ({ person_properties, ...question }: Question) => {
  asked += 1;
  return { ...question, person_properties: { ...person_properties, asked } };
};

test('a cached decision equals a new one, whatever happens in between', async () => {
  for (const one of flags) expect((await server.api('POST', root, one)).status).toBe(201);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      runs += 1;
      const of = (id: string) => `${runs}-${id}`;
      await server.api('DELETE', `${root}overrides/`);
      for (const [index, one] of flags.entries()) await edit(index + 1, { active: true, ...one });
      for (const take of [() => Promise.resolve(), ...steps]) {
        await take(of);
        for (const question of questions(of)) {
          const again = await served(question);
          expect(again).toEqual(await served(anew(question)));
          expect(await served(question)).toEqual(again);
        }
      }
    }),
    { numRuns: 8 },
  );
}, 300_000);
