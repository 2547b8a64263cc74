import { z } from 'zod';
import { dateTime, listOf, wholeNumber } from '../../core/contract.ts';

/**
 * Where matches of a project's actions with `post_to_chat` are posted, as JSON `{"text": message}`; null: nowhere. Only https to
 * a public address, or, with `allow_local`, also http and private or loopback addresses. The address is a secret: keys that do
 * not administer the server read its origin and `/…`, and change neither field.
 */
export const chatSettings = z
  .object({ webhook_url: z.string().nullable(), allow_local: z.boolean() })
  .meta({ id: 'ChatSettings' });
export type ChatSettings = z.infer<typeof chatSettings>;
export const chatSettingsUpdate = z
  .object({ webhook_url: z.string().trim().max(2000).nullable(), allow_local: z.boolean() })
  .partial();

export const deliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof deliveryState>;

/**
 * One message to the webhook. `waiting` ones are tried at `next_attempt_at`; after the last of 6 attempts, or an answer that
 * says it is of no use (4xx but 408 and 429), it is `failed`. `status_code` and `error` are of the newest attempt.
 */
export const delivery = z
  .object({
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
  })
  .meta({ id: 'ChatDelivery' });
export type Delivery = z.infer<typeof delivery>;
/** Newest first; the newest 1,000 of a project are kept. */
export const deliveryList = listOf(delivery).meta({ id: 'ChatDeliveryList' });
export const deliveryQuery = z.object({
  action_id: wholeNumber.optional(),
  state: deliveryState.optional(),
});
export type DeliveryQuery = z.output<typeof deliveryQuery>;

/** What a test message met, at once and without retries. */
export const chatTest = z
  .object({
    is_delivered: z.boolean(),
    status_code: z.int().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'ChatTest' });
export type ChatTest = z.infer<typeof chatTest>;
