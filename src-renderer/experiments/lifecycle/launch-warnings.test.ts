import { describe, expect, it } from 'vitest';
import { flagOf } from '../../flags/testing.ts';
import { experimentOf } from '../experiment-testing.ts';
import { launchWarnings } from './launch-warnings.ts';

const variants = [
  { key: 'control', name: '', rollout_percentage: 50 },
  { key: 'test', name: '', rollout_percentage: 50 },
];
const ready = experimentOf({
  description: 'Fewer fields, more orders',
  filters: { events: [{ id: 'bought' }] },
  parameters: { recommended_sample_size: 4000 },
  variants,
});
const off = flagOf({ active: false });
const facts = { experiment: ready, flag: off, isUnsaved: false };
const condition = (rollout_percentage: number, variant: string | null = null) => ({
  filters: { ...off.filters, groups: [{ properties: [], rollout_percentage, variant }] },
});

describe('launchWarnings', () => {
  it('finds nothing wrong with what is ready', () => expect(launchWarnings(facts)).toEqual([]));

  it.each([
    ['changes that are not saved', { ...facts, isUnsaved: true }, /unsaved/],
    ['no metric', { ...facts, experiment: { ...ready, filters: { events: [] } } }, /no primary metric/],
    ['conditions that let nobody in', { ...facts, flag: { ...off, ...condition(0) } }, /matches anybody/],
    [
      'a condition that fixes a variant',
      { ...facts, flag: { ...off, ...condition(50, 'test') } },
      /not split randomly/,
    ],
    [
      'a variant that nobody gets',
      {
        ...facts,
        experiment: { ...ready, variants: variants.map((one, i) => ({ ...one, rollout_percentage: i * 100 })) },
      },
      /Nobody gets control/,
    ],
    ['overrides', { ...facts, flag: { ...off, overrides: 2 } }, /has overrides/],
    ['an app that does not ask', { ...facts, experiment: { ...ready, lacks_code: true } }, /No app has requested/],
    ['a flag that is on already', { ...facts, flag: { ...off, active: true } }, /already on/],
    ['no plan', { ...facts, experiment: { ...ready, parameters: {} } }, /no planned number of people/],
    [
      'a planned duration alone',
      { ...facts, experiment: { ...ready, parameters: { recommended_running_time: 14 } } },
      /no planned number of people/,
    ],
    ['no hypothesis', { ...facts, experiment: { ...ready, description: ' ' } }, /no hypothesis/],
  ])('warns of %s, and of nothing else', (_what, given, warning) => {
    expect(launchWarnings(given)).toEqual([expect.stringMatching(warning)]);
  });
});
