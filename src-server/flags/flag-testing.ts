import { type Flag, flagInput } from './contract.ts';

/** Returns a saved flag for a test, as the server answers it. */
export function flagOf(given: Partial<Flag> = {}): Flag {
  return {
    ...flagInput.parse({ key: 'checkout' }),
    id: 1,
    version: 1,
    serves: true,
    created_by: null,
    created_at: '2026-11-21T11:00:00.000Z',
    updated_at: '2026-11-21T11:00:00.000Z',
    last_served_at: null,
    overrides: 0,
    owner_id: null,
    owner: null,
    last_requested_at: null,
    requests_since: '2026-11-21T11:00:00.000Z',
    stale: [],
    ...given,
  };
}
