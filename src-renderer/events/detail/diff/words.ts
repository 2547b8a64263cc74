import type { OldMissing } from '#server/diff/contract.ts';

const inRun = (run: string | null) => (run === null ? 'without a test run' : `in test run ${run}`);

/** Words of the tab Diff. */
export const words = {
  with: 'Compare with',
  previous: 'Previous of this name',
  previousInRun: (run: string | null) => `Previous ${inRun(run)}`,
  earlier: 'Earlier events',
  marked: 'Marked event',
  pinned: 'Pinned events',
  others: 'Other events',
  other: (uuid: string) => `Event ${uuid}`,
  pin: (title: string, note: string, time: string) => [title, note, time].filter(Boolean).join(', '),
  to: 'against',
  notAccepted: 'Only accepted events are compared. This one was not stored.',
  missing: {
    no_older_event: (event: string) => `No “${event}” came before this one.`,
    none_in_test_run: (event: string, run: string | null) => `No “${event}” came before this one ${inRun(run)}.`,
  } satisfies Record<OldMissing, (event: string, run: string | null) => string>,
};
