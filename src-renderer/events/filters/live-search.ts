import { z } from 'zod';
import { previousEvent } from '#server/diff/previous-contract.ts';
import { eventStatus } from '#server/events/contract.ts';

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

/** Rejected requests of no known project stand apart from the project's own. */
export const liveStatus = z.enum([...eventStatus.options, 'unassigned']);
export type LiveStatus = z.infer<typeof liveStatus>;

/**
 * What the Live view keeps in the URL, so that a link reopens the same view. A part that cannot be read is left out rather
 * than breaking the page: links are edited by hand and outlive versions.
 */
export const liveSearch = z.object({
  /** The filter as typed: `event:signup plan=pro`. */
  q: z.string().optional().catch(undefined),
  /** One side of the split; all when absent. */
  status: liveStatus.optional().catch(undefined),
  /** Only what arrived from this moment on ("Clear"). */
  cleared: z.iso.datetime().optional().catch(undefined),
  /** The event shown in the detail pane. */
  selected: z.uuid().optional().catch(undefined),
  tab: detailTab.optional().catch(undefined),
  /** What the tab Diff compares the event with. */
  with: z.union([previousEvent, z.uuid()]).optional().catch(undefined),
  minutes: z.literal(spanMinutes).optional().catch(undefined),
  time: timeShown.optional().catch(undefined),
  order: rowOrder.optional().catch(undefined),
});
export type LiveSearch = z.infer<typeof liveSearch>;
