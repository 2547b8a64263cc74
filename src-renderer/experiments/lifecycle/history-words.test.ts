import { describe, expect, it } from 'vitest';
import { changeFields, changeWords } from './history-words.ts';

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

  it('says of an archived experiment no more than that', () => {
    const change = { kind: 'archived', before: { archived: false }, after: { archived: true } } as const;
    expect(changeWords(change)).toBe('Archived');
    expect(changeFields(change)).toEqual([]);
  });
});
