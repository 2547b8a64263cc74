import { z } from 'zod';
import { dateTime, jsonObject, named, wholeNumber } from '../core/contract.ts';
import { eventFilter } from '../events/filters/filter-contract.ts';

/** `after`: cursor of the previous page. */
export const recordingQuery = eventFilter
  .omit({ unassigned: true })
  .extend({ status: eventFilter.shape.status.unwrap().default('all'), after: wholeNumber.optional() });

/** An event in the format of `/batch/`, with a time and no uuid. */
export const recordedEvent = z.object({
  received_at: dateTime,
  event: jsonObject.refine(({ timestamp }) => dateTime.safeParse(timestamp).success, 'must have a timestamp'),
});
export type RecordedEvent = z.infer<typeof recordedEvent>;

/**
 * Accepted events, and dropped ones that would be dropped again, complete and in order of arrival. `after`: cursor of the next
 * page; null at the end. `left_out`: rows that cannot be replayed: duplicates, events nested too deeply, and rejected requests.
 */
export const recordingPage = named('RecordingPage', {
  events: z.array(recordedEvent),
  left_out: z.int().nonnegative(),
  after: z.string().nullable(),
});
export type RecordingPage = z.infer<typeof recordingPage>;

/** Collects the events of all pages. `read` gets the cursor of a page. */
export async function readAllPages(read: (after: string) => Promise<RecordingPage>) {
  const events: RecordedEvent[] = [];
  let leftOut = 0;
  for (let after: string | null = '0'; after !== null; ) {
    const page: RecordingPage = await read(after);
    for (const event of page.events) events.push(event);
    leftOut += page.left_out;
    after = page.after;
  }
  return { events, leftOut };
}
