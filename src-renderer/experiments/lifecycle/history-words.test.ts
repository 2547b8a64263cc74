import { describe, expect, it } from 'vitest';
import { step } from '../../actions/testing.ts';
import { changeFields, experimentChangeWords } from './history-words.ts';

const half = [
  { key: 'control', rollout_percentage: 50 },
  { key: 'test', rollout_percentage: 50 },
];
const created = {
  name: 'Checkout',
  description: 'Fewer fields, more orders',
  start_date: null,
  end_date: null,
  feature_flag_key: 'checkout',
  parameters: { feature_flag_variants: half },
  secondary_metrics: [],
  filters: { events: [{ id: 'bought' }] },
  archived: false,
  conclusion: null,
  conclusion_comment: '',
};

describe('changeFields', () => {
  it('tells what a new experiment was made with', () => {
    expect(changeFields({ kind: 'created', before: null, after: created })).toEqual([
      { what: 'hypothesis', before: null, after: 'Fewer fields, more orders' },
      { what: 'flag', before: null, after: 'checkout' },
      { what: 'variants', before: null, after: 'control 50%, test 50%' },
      {
        what: 'primary metric',
        before: null,
        after: 'share of people who do “bought” within 14 days of exposure; more is better',
      },
    ]);
  });

  it('tells the moment of a launch and of a stop, and what was concluded', () => {
    const start = { before: { start_date: null }, after: { start_date: '2026-11-21T10:00:00.000Z' } };
    expect(changeFields({ kind: 'launched', ...start })).toEqual([
      { what: 'start', before: null, after: '21 Nov 2026, 10:00 UTC' },
    ]);
    const before = { end_date: null, conclusion: null, conclusion_comment: '' };
    const after = { end_date: '2026-11-22T10:00:00.000Z', conclusion: 'won', conclusion_comment: 'Ship it' };
    expect(changeFields({ kind: 'stopped', before, after })).toEqual([
      { what: 'end', before: null, after: '22 Nov 2026, 10:00 UTC' },
      { what: 'conclusion', before: null, after: 'A test variant won' },
      { what: 'note', before: null, after: 'Ship it' },
    ]);
  });

  it('sets weights before and after beside each other, whoever changed them', () => {
    const after = [
      { key: 'control', name: '', rollout_percentage: 90 },
      { key: 'test', name: '', rollout_percentage: 10 },
    ];
    expect(changeFields({ kind: 'weights_changed', before: { variants: half }, after: { variants: after } })).toEqual([
      { what: 'variants', before: 'control 50%, test 50%', after: 'control 90%, test 10%' },
    ]);
  });

  it('tells of each metric and of the plan, and shows what it does not know as it is', () => {
    const before = {
      secondary_metrics: [{ name: 'Refunds', filters: { events: [{ id: 'refunded' }] } }],
      parameters: { minimum_detectable_effect: 5, mine: [1], benchtop: { cuped: { days: 7 }, own: 1 } },
    };
    const after = {
      secondary_metrics: [{ name: 'Refunds', filters: { insight: 'TRENDS', events: [{ id: 'refunded' }] } }],
      parameters: { minimum_detectable_effect: 10, recommended_sample_size: 12000, mine: [1, 2], benchtop: { own: 2 } },
    };
    expect(changeFields({ kind: 'updated', before, after })).toEqual([
      {
        what: 'secondary metric “Refunds”',
        before: 'share of people who do “refunded” within 14 days of exposure; more is better',
        after: 'events per person: “refunded”; more is better',
      },
      { what: 'minimum detectable effect', before: '5%', after: '10%' },
      { what: 'planned people', before: null, after: '12,000' },
      { what: 'CUPED', before: '7 days', after: null },
      { what: 'parameters.mine', before: '[1]', after: '[1,2]' },
      { what: 'parameters.benchtop.own', before: '1', after: '2' },
    ]);
  });

  it('tells what an action counts, and that it is deleted', () => {
    const side = (event: string, deleted = false) => ({
      action: { id: 1, name: 'Bought', deleted, steps: [step({ event })] },
    });
    const changed = (before: ReturnType<typeof side>, after: ReturnType<typeof side>) =>
      changeFields({ kind: 'action_changed', before, after });
    const what = 'action “Bought”';
    expect(changed(side('bought'), side('paid'))).toEqual([
      { what, before: 'Matches “bought” events.', after: 'Matches “paid” events.' },
    ]);
    expect(changed(side('paid'), side('paid', true))).toEqual([
      { what, before: 'Matches “paid” events.', after: 'deleted' },
    ]);
  });

  it('tells the role, the margin and the options of a metric, which its sentence leaves out', () => {
    const refunds = (benchtop: object) => ({
      secondary_metrics: [{ name: 'Refunds', filters: { insight: 'TRENDS', events: [{ id: 'refunded' }], benchtop } }],
    });
    const sentence = 'events per person: “refunded”; more is better';
    const changed = (from: object, to: object) =>
      changeFields({ kind: 'updated', before: refunds(from), after: refunds(to) });
    const what = 'secondary metric “Refunds”';
    expect(changed({}, { guardrail: { margin: 2 } })).toEqual([
      { what, before: sentence, after: `${sentence}; a guardrail with a margin of 2%` },
    ]);
    expect(changed({ guardrail: { margin: 2 } }, { guardrail: { margin: 5 } })).toEqual([
      {
        what,
        before: `${sentence}; a guardrail with a margin of 2%`,
        after: `${sentence}; a guardrail with a margin of 5%`,
      },
    ]);
    expect(changed({ cap_share: 0.01 }, { cap_share: 0, saved_metric: 3, note: 'x' })).toEqual([
      {
        what,
        before: `${sentence}; the highest values of 1% of people capped`,
        after: `${sentence}; no values capped; saved metric 3; note: "x"`,
      },
    ]);
    const visits = { insight: 'TRENDS', events: [{ id: 'visited' }] };
    const own = {
      before: { filters: visits },
      after: { filters: { ...visits, benchtop: { exclude_test_runs: true } } },
    };
    expect(changeFields({ kind: 'updated', ...own })[0]?.after).toMatch(/; test runs excluded$/);
  });

  it('tells the plan that a new experiment has, and a prior by its name', () => {
    const parameters = { minimum_detectable_effect: 5, recommended_sample_size: 4000, recommended_running_time: 14 };
    const plan_estimates = { kind: 'conversion', baseline: 0.1, people_per_day: 500 };
    const after = { ...created, parameters: { ...parameters, benchtop: { prior_sd: 0.2, plan_estimates } } };
    expect(changeFields({ kind: 'created', before: null, after }).slice(-6)).toEqual([
      { what: 'minimum detectable effect', before: null, after: '5%' },
      { what: 'planned people', before: null, after: '4,000' },
      { what: 'planned days', before: null, after: '14' },
      { what: 'baseline of the plan', before: null, after: '10%' },
      { what: 'new people per day of the plan', before: null, after: '500' },
      { what: 'prior standard deviation', before: null, after: '0.2' },
    ]);
  });

  it('says only that an experiment was archived', () => {
    const change = { kind: 'archived', before: { archived: false }, after: { archived: true } } as const;
    expect(experimentChangeWords[change.kind]).toBe('Archived');
    expect(changeFields(change)).toEqual([]);
  });
});
