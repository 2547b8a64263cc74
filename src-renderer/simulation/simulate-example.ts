import type { Model } from './simulate-copy.ts';
import type { Scenario } from './simulate-plan.ts';

/** The example experiment. */
export const exampleModel: Model = {
  name: 'Shorter checkout',
  description:
    'With one page in place of three, fewer people give up between opening the checkout and paying, because nothing is asked twice.',
  feature_flag_key: 'shorter-checkout',
  // As the planner has it for a baseline of 20% and 115 people a day.
  parameters: { minimum_detectable_effect: 30, recommended_sample_size: 1544, recommended_running_time: 14 },
  filters: {
    insight: 'FUNNELS',
    events: [
      { id: 'checkout started', name: 'checkout started', order: 0 },
      { id: 'order completed', name: 'order completed', order: 1 },
    ],
  },
  variants: [
    { key: 'control', name: 'Three pages', rollout_percentage: 50 },
    { key: 'test', name: 'One page', rollout_percentage: 50 },
  ],
  actions: [],
  source: null,
};

export const exampleScenario: Scenario = { seed: 7, users: 1600, baseline: 20, effects: { test: 30 }, days: 13 };
