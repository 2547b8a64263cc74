import { type Experiment, experimentInput } from './contract.ts';

/** Returns a saved draft of an experiment for a test, as the server answers it. */
export function experimentOf(given: Partial<Experiment> = {}): Experiment {
  return {
    ...experimentInput.parse({ name: 'Checkout', feature_flag_key: 'checkout' }),
    id: 1,
    feature_flag: 1,
    ending: null,
    serves: null,
    can_undo_stop: false,
    occupant: null,
    lacks_code: false,
    launch_warnings: [],
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
