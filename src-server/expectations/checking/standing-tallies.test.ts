import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/contract.ts';
import { numberedUuids } from '../../testing/numbered-uuids.ts';
import { serverForAll } from '../../testing/server-hooks.ts';
import { check, expectationInput, expectationList, type Rule } from '../contract.ts';
import type { WholeEvent } from '../evaluation/conditions.ts';
import { plainVerdict } from '../evaluation/plain-verdict-testing.ts';

const noon = Date.UTC(2026, 0, 10, 12);
let time = noon;
const uuid = numberedUuids();
const server = serverForAll({ clock: { now: () => time, uuid } });

const people = ['ann', 'bob', 'cy'] as const;
const person = fc.constantFrom(...people);
const names = ['opened', 'bought', 'viewed'] as const;
/** A test run, or none. */
const run = fc.constantFrom('one', 'two', null);
const second = fc.nat(30);

type Step =
  | { kind: 'event'; run: string | null; event: string; person: string; second: number; properties: JsonObject }
  | { kind: 'merge'; person: string; alias: string }
  | { kind: 'set'; person: string; tier: string }
  | { kind: 'delete'; run: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('event' as const),
      run,
      event: fc.constantFrom(...names),
      person,
      second,
      properties: fc.record(
        {
          plan: fc.constantFrom('pro', 'free'),
          total: fc.constantFrom(1, 2, '1'),
          cart: fc.constant({ currency: 'EUR' }),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), person, alias: person }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('set' as const), person, tier: fc.constantFrom('gold', 'tin') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), run: fc.constantFrom('one', 'two') }) },
);

const rule: fc.Arbitrary<Partial<Rule> & { event: string }> = fc.record(
  {
    event: fc.constantFrom(...names),
    count: fc.oneof(
      fc.nat(4).map((exactly) => ({ exactly })),
      fc.nat(4).map((n) => ({ at_least: n })),
      fc.nat(4).map((n) => ({ at_most: n })),
    ),
    after: fc.constantFrom(...names),
    distinct_id: fc.constantFrom('ann', 'bob'),
    properties: fc.subarray<Rule['properties'][number]>([
      { key: 'plan', value: 'pro', operator: 'exact' },
      { key: 'cart.currency', value: 'EUR', operator: 'exact' },
      { key: 'tier', value: 'gold', operator: 'exact', type: 'person' },
    ]),
    schema: fc.constantFrom(
      { properties: { total: { type: 'number' } }, required: ['plan'] },
      { maxProperties: 2 },
      { anyOf: [{ required: ['cart'] }, { not: { required: ['plan'] } }] },
    ),
    unique: fc.constantFrom<NonNullable<Rule['unique']>>({ property: 'total' }, { whole: true }),
  },
  { requiredKeys: ['event'] },
);

/** The stored events of the names of one try. */
class Model {
  readonly #number: number;
  #events: { run: string | null; event: Omit<WholeEvent, 'personId' | 'person'> }[] = [];
  #lastId = 0;
  readonly #personOf = new Map<string, { id: number; properties: JsonObject }>();

  constructor(number: number) {
    this.#number = number;
  }

  /** Makes names unique. */
  readonly own = (name: string) => `${name} ${this.#number}`;
  readonly ownRun = (name: string) => `${name}-${this.#number}`;

  async take(step: Step): Promise<void> {
    if (step.kind === 'delete') {
      const answer = await server.api('DELETE', `/api/projects/1/test_runs/${this.ownRun(step.run)}/`);
      expect([204, 404]).toContain(answer.status);
      this.#events = this.#events.filter(({ run }) => run !== step.run);
    } else if (step.kind === 'event') await this.#send(step);
    else if (step.kind === 'set') {
      this.#person(step.person).properties.tier = step.tier;
      await this.#capture({
        event: '$set',
        distinct_id: this.own(step.person),
        properties: { $set: { tier: step.tier } },
      });
    } else if (step.person !== step.alias) {
      const [target, source] = [this.#person(step.person), this.#person(step.alias)];
      target.properties = { ...source.properties, ...target.properties };
      for (const name of people) if (this.#person(name) === source) this.#personOf.set(name, target);
      const merge = { event: '$merge_dangerously', distinct_id: this.own(step.person) };
      await this.#capture({ ...merge, properties: { alias: this.own(step.alias) } });
    }
  }

  /** Returns the events of a test run; all events with null. */
  events(run: string | null): WholeEvent[] {
    return this.#events
      .filter((each) => run === null || each.run === run)
      .map(({ event }) => {
        const { id, properties } = this.#person(event.distinctId.split(' ')[0] ?? '');
        return { ...event, personId: id, person: () => properties };
      });
  }

  async #send({ run, event, person, second, ...sending }: Extract<Step, { kind: 'event' }>): Promise<void> {
    // In stored form.
    const properties = { ...sending.properties, $ip: '127.0.0.1' };
    const [timestamp, sent] = [noon + second * 1000, uuid()];
    const named = run === null ? properties : { ...properties, $benchtop_test_run: this.ownRun(run) };
    const [name, distinctId] = [this.own(event), this.own(person)];
    await this.#capture({
      event: name,
      distinct_id: distinctId,
      uuid: sent,
      properties: named,
      timestamp: new Date(timestamp).toISOString(),
    });
    this.#person(person);
    this.#lastId += 1;
    const place = { id: this.#lastId, timestamp, receivedAt: noon };
    const of = { event: name, distinctId, uuid: sent, properties: () => properties, findUuid: () => sent };
    this.#events.push({ run, event: { ...place, ...of } });
  }

  async #capture(body: object): Promise<void> {
    expect((await server.capture(body)).status).toBe(200);
  }

  #person(name: string) {
    const known = this.#personOf.get(name) ?? { id: this.#personOf.size + 1, properties: {} };
    this.#personOf.set(name, known);
    return known;
  }
}

const root = '/api/projects/1/';

test('consecutive checks and live statuses have the verdicts of all events at that time', async () => {
  let tries = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 4 }),
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      async (rules, rounds) => {
        tries += 1;
        const model = new Model(tries);
        const { own } = model;
        const wholes = rules.map((rule) =>
          expectationInput.parse({
            ...rule,
            event: own(rule.event),
            ...(rule.after && { after: own(rule.after) }),
            ...(rule.distinct_id && { distinct_id: own(rule.distinct_id) }),
          }),
        );
        for (const body of wholes) await server.api('POST', `${root}expectations/`, { ...body, name: own('stored') });
        for (const round of rounds) {
          for (const each of round) await model.take(each);
          for (const name of ['one', 'two']) {
            const answer = await server.api('POST', `${root}test_runs/${model.ownRun(name)}/check/`, {
              expectations: wholes,
            });
            const found = check.parse(answer.body).results.map(({ expectation: _, ...verdict }) => verdict);
            expect(found).toEqual(wholes.map((whole) => expected(whole, model.events(name))));
          }
          const listed = await server.api('GET', `${root}expectations/?search=${encodeURIComponent(own('stored'))}`);
          const live = expectationList.parse(listed.body).results.filter(({ name }) => name === own('stored'));
          expect(live.toReversed().map(({ found, nearest }) => ({ found, nearest }))).toEqual(
            wholes.map((whole) => {
              const { found, nearest } = expected(whole, model.events(null));
              return { found, nearest };
            }),
          );
        }
      },
    ),
    { numRuns: 40 },
  );
});

/** Returns the verdict to expect. Does not compare the nearest miss if no event has the name. */
function expected(rule: Rule, events: readonly WholeEvent[]) {
  const isSeen = events.some(({ event }) => event === rule.event);
  const verdict = plainVerdict(rule, events);
  return isSeen ? verdict : { ...verdict, nearest: expect.toSatisfy(() => true) };
}

test('an event that was deleted with its test run neither matches nor precedes another', async () => {
  const bodies = [{ event: 'priced' }, { event: 'paid', after: 'priced' }].map((body) => ({
    ...body,
    name: 'deleted',
  }));
  for (const body of bodies) await server.api('POST', `${root}expectations/`, body);
  const found = async () => {
    const listed = await server.api('GET', `${root}expectations/?search=deleted`);
    return expectationList.parse(listed.body).results.map((each) => each.found);
  };
  await server.capture({ event: 'priced', distinct_id: 'dee' }, '/capture/?test_run=pricing');
  await server.capture({ event: 'paid', distinct_id: 'dee' });
  expect(await found()).toEqual([1, 1]);
  await server.api('DELETE', `${root}test_runs/pricing/`);
  expect(await found()).toEqual([0, 0]);
});

test('a condition relative to now is tested again as time passes', async () => {
  const properties = [{ key: 'at', value: '1h', operator: 'is_date_after' }];
  const expectations = [{ event: 'timed', properties }];
  const foundOf = async () => {
    const answer = await server.api('POST', `${root}test_runs/timing/check/`, { expectations });
    return check.parse(answer.body).results[0]?.found;
  };
  await server.capture(
    { event: 'timed', distinct_id: 'dee', properties: { at: new Date(time).toISOString() } },
    '/capture/?test_run=timing',
  );
  expect(await foundOf()).toBe(1);
  time += 2 * 3_600_000;
  expect(await foundOf()).toBe(0);
});
