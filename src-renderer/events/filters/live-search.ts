import { z } from 'zod';
import { previousEvent } from '#server/diff/previous-contract.ts';
import { eventStatus } from '#server/events/contract.ts';
import { inAddress } from '../../ui/in-address.ts';

export const detailTab = z.enum(['event', 'diff', 'pipeline', 'person', 'matches', 'raw']);
export type DetailTab = z.infer<typeof detailTab>;

/** Minutes of arrival that list, counts and timeline span; 0 is all time. */
export const spanMinutes = [15, 60, 360, 1440, 0] as const;
export type SpanMinutes = (typeof spanMinutes)[number];
export const defaultSpanMinutes = 1440;

/** How the list shows the time of a row; `delta` is the time since the row below. */
export const timeShown = z.enum(['relative', 'exact', 'delta']);
export type TimeShown = z.infer<typeof timeShown>;
/** What the list is sorted by, newest first: when requests arrived, or when events happened by their client. */
export const rowOrder = z.enum(['arrival', 'event']);
export type RowOrder = z.infer<typeof rowOrder>;

/** `unassigned`: the rejected requests without a known key. */
export const liveStatus = z.enum([...eventStatus.options, 'unassigned']);
export type LiveStatus = z.infer<typeof liveStatus>;

/** What the Live view keeps in the URL, so that a link reopens the same view. */
export const liveSearch = z.object({
  /** The filter as typed: `event:signup plan=pro`. */
  q: inAddress(z.string()),
  /** One side of the split; all when absent. */
  status: inAddress(liveStatus),
  /** Only what arrived from this moment on ("Clear"). */
  cleared: inAddress(z.iso.datetime()),
  /** The event shown in the detail pane. */
  selected: inAddress(z.uuid()),
  tab: inAddress(detailTab),
  /** What the tab Diff compares the event with. */
  with: inAddress(z.union([previousEvent, z.uuid()])),
  minutes: inAddress(z.literal(spanMinutes)),
  time: inAddress(timeShown),
  order: inAddress(rowOrder),
});
export type LiveSearch = z.infer<typeof liveSearch>;
