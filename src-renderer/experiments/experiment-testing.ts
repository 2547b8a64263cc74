import type { Experiment } from '#server/experiments/contract.ts';

/** A saved draft of an experiment, as the server answers it, for a test. */
export function experimentOf(given: Partial<Experiment> = {}): Experiment {
  return {
    id: 1,
    name: 'Checkout',
    description: '',
    start_date: null,
    end_date: null,
    feature_flag_key: 'checkout',
    feature_flag: 1,
    parameters: {},
    secondary_metrics: {},
    filters: {},
    archived: false,
    conclusion: null,
    conclusion_comment: '',
    ending: null,
    serves: null,
    tags: [],
    owner_id: null,
    owner: null,
    deleted_at: null,
    status: 'draft',
    variants: [],
    created_by: null,
    created_at: '2026-11-21T00:00:00.000Z',
    updated_at: '2026-11-21T00:00:00.000Z',
    ...given,
  };
}
