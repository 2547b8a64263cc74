import { z } from 'zod';
import { dateTime, listOf, named, wholeNumber } from '../../core/contract.ts';
import { onlyKnown } from '../../core/known-keys-contract.ts';
import { testRunFilter } from '../../test-runs/contract.ts';

/**
 * The webhook for matches of actions with `post_to_chat`, posted as JSON `{"text": message}`; null for none. https to public
 * addresses only; with `allow_local` also http and private or loopback addresses. The URL is a secret: keys without
 * administration rights see only its origin and `/…`, and cannot change it.
 */
export const chatSettings = z
  .object({ webhook_url: z.string().nullable(), allow_local: z.boolean() })
  .meta({ id: 'ChatSettings' });
export type ChatSettings = z.infer<typeof chatSettings>;
export const chatSettingsUpdate = onlyKnown({
  webhook_url: z.string().trim().max(2000).nullable(),
  allow_local: z.boolean(),
}).partial();

export const deliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof deliveryState>;

/**
 * A message to the webhook. `waiting` ones are retried at `next_attempt_at`. `failed` after the last retry, or an answer that a
 * retry would not change (3xx, and 4xx that does not ask for one). `status_code` and `error` are of the latest attempt.
 */
export const delivery = named('ChatDelivery', {
  id: z.int(),
  action_id: z.int(),
  action_name: z.string(),
  event_uuid: z.uuid(),
  message: z.string(),
  state: deliveryState,
  attempts: z.int(),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
  created_at: dateTime,
  next_attempt_at: dateTime.nullable(),
  finished_at: dateTime.nullable(),
  /** The name of the test run of its event. */
  test_run: z.string().nullable(),
});
export type Delivery = z.infer<typeof delivery>;
/** Waiting messages of a project; matches beyond post nothing. */
export const maxWaitingMessages = 200;
/** Newest first; the newest 1,000 of a project are kept. */
export const deliveryList = listOf(delivery).meta({ id: 'ChatDeliveryList' });
export const deliveryQuery = z.object({
  action_id: wholeNumber.optional(),
  state: deliveryState.optional(),
  test_run: testRunFilter,
});
export type DeliveryQuery = z.output<typeof deliveryQuery>;

/** The result of a test message, sent at once and without retries. */
export const chatTest = named('ChatTest', {
  is_delivered: z.boolean(),
  status_code: z.int().nullable(),
  error: z.string().nullable(),
});
export type ChatTest = z.infer<typeof chatTest>;
