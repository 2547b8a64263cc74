import { expect, test } from 'vitest';
import { at, noonForEach, root } from '../../api-testing.ts';
import { experimentDecision } from '../../decision/decision-contract.ts';
import { experimentSummaries } from '../results-contract.ts';
import { called, did, labOf } from '../results-testing.ts';
import type { Guardrail } from './guardrail-contract.ts';

const noon = noonForEach();
const lab = labOf(noon.server);

const trend = (event: string, benchtop: object = {}) => ({ insight: 'TRENDS', events: [{ id: event }], benchtop });
const people = 500;
type Doing = Record<'paid' | 'refunded' | 'visited', number>;

const control = { paid: 100, refunded: 150, visited: 150 };

/** Runs with 500 people a variant, of whom this many do each event once. */
async function ran(doing: Record<string, Doing>, margin: number | null = 60): Promise<number> {
  const guardrail = margin === null ? {} : { guardrail: { margin } };
  const { id } = await noon.api.add({
    start_date: at(0),
    filters: trend('paid'),
    parameters: {
      feature_flag_variants: Object.keys({ control, test: control, ...doing }).map((key, _, keys) => ({
        key,
        rollout_percentage: 100 / keys.length,
      })),
    },
    secondary_metrics: [
      { name: 'Visits', filters: trend('visited') },
      { name: 'Refunds', filters: trend('refunded', { direction: 'decrease', ...guardrail }) },
    ],
  });
  noon.later(10);
  await lab.capture(
    Object.entries(doing).flatMap(([variant, did_]) =>
      Array.from({ length: people }, (_, index) => {
        const person = `${variant}-${index}`;
        const events = Object.entries(did_).filter(([, count]) => index < count);
        return [called(person, variant, at(1)), ...events.map(([event]) => did(event, person, at(2)))];
      }).flat(),
    ),
  );
  return id;
}

const decisionOf = async (id: number) =>
  experimentDecision.parse((await noon.server.api('GET', `${root}${id}/decision/`)).body);
const summaryOf = async () =>
  experimentSummaries.parse((await noon.server.api('GET', `${root}summaries/`)).body).results[0]?.result;

test('the primary metric cannot be a guardrail, and is refused with its field', async () => {
  const body = { name: 'Checkout', feature_flag_key: 'checkout', filters: trend('paid', { guardrail: { margin: 5 } }) };
  expect(await noon.server.api('POST', root, body)).toMatchObject({
    status: 400,
    body: {
      attr: 'filters__benchtop__guardrail',
      detail: expect.stringContaining('only a secondary metric can be a guardrail'),
    },
  });
  const { id } = await noon.api.add({ filters: trend('paid', { guardrail: null }) });
  expect(await noon.server.api('PATCH', `${root}${id}/`, body)).toMatchObject({
    body: { attr: 'filters__benchtop__guardrail' },
  });
});

test.each<[Guardrail['state'], number, object, object]>([
  ['not_harmed', 150, { code: 'roll_out', variant: 'test' }, { kind: 'ship', variant: 'test' }],
  ['harmed', 300, { code: 'weigh_harm', metrics: ['Refunds'] }, { kind: 'none', reason: 'guardrail_harmed' }],
  ['not_decided', 190, { code: 'decide_guardrails' }, { kind: 'none', reason: 'guardrails_not_decided' }],
])(
  'a better variant with a guardrail that is %s: result, list and decision agree',
  async (state, refunded, next, recommendation) => {
    const id = await ran({ control, test: { paid: 200, refunded, visited: 150 } });
    const { verdict, explanation } = await lab.result(id);
    expect(verdict).toMatchObject({ kind: 'better', variant: 'test', guardrail_state: state, next: [next] });
    const [guardrail, ...others] = verdict.guardrails;
    expect(others).toEqual([]);
    expect(guardrail).toMatchObject({
      index: 1,
      name: 'Refunds',
      variant: 'test',
      state,
      margin: 60,
      basis: 'looks',
      level: 0.95,
    });
    expect(guardrail?.lift).toBeCloseTo(refunded / 150 - 1, 10);
    expect(explanation.includes('and no guardrail harmed.')).toBe(state === 'not_harmed');
    const decision = await decisionOf(id);
    expect(decision.recommendation).toMatchObject(recommendation);
    expect(decision.result.verdict).toEqual(verdict);
    expect((await summaryOf())?.verdict).toEqual(verdict);
    const [visits, refunds] = await lab.secondary(id);
    expect([visits?.metric?.guardrail_margin, refunds?.metric?.guardrail_margin]).toEqual([null, 60]);
    expect(refunds?.verdict).toMatchObject({ guardrails: [], guardrail_state: null });
    expect([visits?.guardrail_state, refunds?.guardrail_state]).toEqual([null, state]);
    // Guardrails are a family of their own.
    expect([visits?.basis?.comparisons, refunds?.basis?.comparisons]).toEqual([1, 1]);
  },
);

test.each([
  ['not_harmed', 'other', { kind: 'ship', variant: 'test' }, '“test” harms no guardrail.'],
  ['harmed', 'test', { kind: 'none', reason: 'guardrail_harmed' }, '“test” harms “Refunds”'],
])('with two better variants, the named one decides: %s if %s harms', async (state, harmful, recommendation, said) => {
  const better = (variant: string, paid: number) => ({ paid, refunded: variant === harmful ? 320 : 130, visited: 150 });
  const id = await ran({ control, test: better('test', 210), other: better('other', 190) });
  const { verdict, explanation } = await lab.result(id);
  expect(verdict).toMatchObject({ kind: 'better', variant: 'test', also: ['other'], guardrail_state: state });
  expect(explanation).toContain(said);
  expect((await summaryOf())?.verdict).toEqual(verdict);
  const decision = await decisionOf(id);
  expect(decision.recommendation).toMatchObject(recommendation);
  expect(decision.result.verdict).toEqual(verdict);
});

test('without a better variant, a harm by any variant is reported', async () => {
  const id = await ran({ control, test: { ...control, paid: 110 }, other: { ...control, refunded: 320 } });
  const { verdict } = await lab.result(id);
  expect(verdict).toMatchObject({ kind: 'no_clear_difference', guardrail_state: 'harmed' });
  expect(verdict.next).toEqual([{ code: 'stop_for_harm', variant: 'other', metrics: ['Refunds'] }]);
});

test('a guardrail whose margin is too small for the expected people is a caution while it runs', async () => {
  const id = await ran({ control, test: control }, 2);
  const { verdict, health } = await lab.result(id);
  expect(verdict.cautions.find(({ code }) => code === 'rare_guardrails')).toEqual({
    code: 'rare_guardrails',
    metrics: ['Refunds'],
    people: health?.needed,
    is_planned: false,
    chance: 0.2,
  });
  await lab.change(id, { end_date: at(10) });
  const after = (await lab.result(id)).verdict.cautions.map(({ code }) => code);
  expect(after).not.toContain('rare_guardrails');
});

test('a guardrail that the expected people can decide is no caution', async () => {
  const id = await ran({ control, test: { ...control, refunded: 190 } });
  const { verdict } = await lab.result(id);
  expect(verdict.guardrails).toMatchObject([{ state: 'not_decided' }]);
  expect(verdict.cautions.map(({ code }) => code)).not.toContain('rare_guardrails');
});

test.each([
  [2, ['Refunds'], 'The people of 60 more days would hardly decide “Refunds”: accept the risk, or repeat it'],
  [60, [], 'Let it run until it is, or accept the risk.'],
])('with a margin of %i%%, more days leave %j undecided', async (margin, out_of_reach, said) => {
  const id = await ran({ control, test: { ...control, paid: 210, refunded: 190 } }, margin);
  const aDay = 24 * 60;
  noon.later(6 * aDay);
  const { verdict, explanation } = await lab.result(id);
  expect(verdict).toMatchObject({ kind: 'better', next: [{ code: 'decide_guardrails', out_of_reach }] });
  expect(explanation).toContain(said);
});

test('worse than control by less than the margin is accepted', async () => {
  const id = await ran({ control, test: { paid: 200, refunded: 220, visited: 150 } }, 100);
  expect((await lab.result(id)).verdict).toMatchObject({ guardrail_state: 'not_harmed', next: [{ code: 'roll_out' }] });
  const [, refunds] = await lab.secondary(id);
  expect(refunds?.variants[1]?.outcome).toBe('worse');
  expect((await decisionOf(id)).recommendation).toMatchObject({ kind: 'ship', variant: 'test' });
});

test('a running experiment whose variant is not better and harms a guardrail should be stopped', async () => {
  const id = await ran({ control, test: { ...control, refunded: 300 } });
  const stop = { code: 'stop_for_harm', variant: 'test', metrics: ['Refunds'] };
  expect((await lab.result(id)).verdict).toMatchObject({
    kind: 'no_clear_difference',
    guardrail_state: 'harmed',
    next: [stop],
  });
  await lab.change(id, { end_date: at(10) });
  expect((await lab.result(id)).verdict.next).toEqual([{ code: 'conclude_inconclusive' }]);
});

test('a harm quotes the interval that excludes zero, not the planned test that found nothing', async () => {
  const { id } = await noon.api.add({
    start_date: at(0),
    filters: trend('paid'),
    parameters: { recommended_sample_size: 200 },
    secondary_metrics: [
      { name: 'Refunds', filters: trend('refunded', { direction: 'decrease', guardrail: { margin: 50 } }) },
    ],
  });
  noon.later(people + 10);
  // The first 100 people of each variant refund alike, the later ones only in the test variant.
  const refunds = {
    control: (index: number) => index < 100 && index % 4 === 0,
    test: (index: number) => index % 4 === 0,
  };
  await lab.capture(
    Object.entries(refunds).flatMap(([variant, isRefunded]) =>
      Array.from({ length: people }, (_, index) => {
        const person = `${variant}-${index}`;
        return [called(person, variant, at(index)), ...(isRefunded(index) ? [did('refunded', person, at(index))] : [])];
      }).flat(),
    ),
  );
  const [refunded] = await lab.secondary(id);
  expect(refunded?.verdict).toMatchObject({ kind: 'worse', rests_on: { basis: 'looks', level: 0.99 } });
  const { verdict } = await lab.result(id);
  expect(verdict.guardrails).toMatchObject([{ state: 'harmed', ...refunded?.verdict.rests_on }]);
  expect(verdict.guardrails[0]?.interval?.[0]).toBeGreaterThan(0);
});

test.each([
  ['too few people', 'collecting', { control: 90, test: 90 }],
  ['a split mismatch', 'unhealthy', { control: 200, test: 90 }],
] as const)('a guardrail that %s leaves undecided quotes no interval that would pass', async (_, kind, peopleOf) => {
  const { id } = await noon.api.add({
    start_date: at(0),
    filters: trend('paid'),
    secondary_metrics: [{ name: 'Visits', filters: trend('visited', { guardrail: { margin: 60 } }) }],
  });
  noon.later(10);
  await lab.capture(
    Object.entries(peopleOf).flatMap(([variant, count]) =>
      Array.from({ length: count }, (_, index) => {
        const person = `${variant}-${index}`;
        return [called(person, variant, at(1)), ...(index % 10 === 0 ? [] : [did('visited', person, at(2))])];
      }).flat(),
    ),
  );
  const { verdict, explanation } = await lab.result(id);
  expect(verdict).toMatchObject({ kind, guardrails: [{ state: 'not_decided', lift: null, interval: null }] });
  expect(explanation).toContain('“Visits”: not decided. Harm of over 60% is not ruled out.');
  expect(explanation).not.toContain('lift');
  expect(explanation).not.toContain('Lift');
});

test('before the launch, with a split mismatch, and without a margin nothing is decided', async () => {
  const unhealthy = await ran({ control: { paid: 0, refunded: 0, visited: 0 } });
  expect((await lab.result(unhealthy)).verdict).toMatchObject({
    kind: 'unhealthy',
    guardrail_state: null,
    guardrails: [{ variant: 'test', state: 'not_decided', lift: null, interval: null }],
  });
  await lab.change(unhealthy, { secondary_metrics: [{ name: 'Refunds', filters: trend('refunded') }] });
  expect((await lab.result(unhealthy)).verdict).toMatchObject({ guardrails: [] });
  const { id } = await noon.api.add({
    feature_flag_key: 'draft',
    filters: trend('paid'),
    secondary_metrics: [{ filters: trend('refunded', { guardrail: { margin: 5 } }) }],
  });
  expect((await lab.result(id)).verdict).toMatchObject({ kind: 'draft', guardrails: [] });
});
