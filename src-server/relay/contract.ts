import { z } from 'zod';
import { named } from '../core/contract.ts';
import { onlyKnown } from '../core/known-keys-contract.ts';
import { eventFilter } from '../events/filters/filter-contract.ts';
import { senderStatus, setAsideEvent } from '../events/sending/sender-contract.ts';

/** `off`: nothing is forwarded or queued. `paused`: events are queued, and forwarded when it is on again. */
export const relayMode = z.enum(['off', 'paused', 'on']);
export type RelayMode = z.infer<typeof relayMode>;

/**
 * Selects the accepted events to forward, by AND-ed parts of an event filter. Conditions on persons read the properties stored at
 * the time of sending. `includes_test_runs`: also events of test runs, with property `$benchtop_test_run`.
 */
export const relayFilter = named('RelayFilter', {
  ...eventFilter.pick({ event_any: true, event_none: true, properties: true }).shape,
  includes_test_runs: z.boolean().default(false),
});
export type RelayFilter = z.infer<typeof relayFilter>;
/** Strict: a mistyped part would forward other events. */
export const relayFilterInput = onlyKnown(relayFilter.shape);
export const everything: RelayFilter = { event_any: [], event_none: [], properties: [], includes_test_runs: false };

/** `api_key`: the project key of the receiver, masked. `allow_local`: also private and loopback addresses. */
const settings = {
  address: z.string().nullable(),
  api_key: z.string().nullable(),
  allow_local: z.boolean(),
  filter: relayFilter,
};

/** The newest 100 set-aside events; `status.set_aside` counts all. */
export const relay = named('Relay', {
  mode: relayMode,
  ...settings,
  status: senderStatus,
  set_aside_events: z.array(setAsideEvent),
});
export type Relay = z.infer<typeof relay>;

/** Where a relay starts when switched on: at the next event, or the oldest stored one. */
export const relayStart = z.enum(['now', 'all']);
export type RelayStart = z.infer<typeof relayStart>;

export const relayUpdate = onlyKnown({
  mode: relayMode.optional(),
  address: z.string().trim().max(2000).nullable().optional(),
  api_key: z.string().trim().max(400).nullable().optional(),
  allow_local: z.boolean().optional(),
  filter: relayFilterInput.optional(),
  /** Only with a `mode` that changes from `off`; default: `now`. */
  start: relayStart.optional(),
});
export type RelayUpdate = z.output<typeof relayUpdate>;

/** Stored events that pass a filter; `is_complete` is false if there are more. */
export const relayPreview = named('RelayPreview', { count: z.int(), is_complete: z.boolean() });

/** The receiver's answer to a test event, sent at once and without retries. */
export const relayTest = named('RelayTest', {
  is_taken: z.boolean(),
  error: senderStatus.shape.error,
});
