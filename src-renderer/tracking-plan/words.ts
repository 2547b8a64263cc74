import { formatCount } from '../ui/format.ts';

/** Words that several rooms of the tracking plan use. */
export const planWords = {
  trackingPlan: 'Tracking plan',
  event: 'Event',
  events: 'Events',
  property: 'Property',
  properties: 'Properties',
  types: 'Types',
  share: 'Share',
  builds: 'Builds',
  build: 'Build',
  noBuild: 'No build',
  violations: 'Violations',
  firstSeen: 'First arrived',
  lastSeen: 'Last arrived',
  locked: 'Locked',
  unlocked: 'Unlocked',
  counting: 'Counting',
  countingHint: 'Stored events are still being counted.',
  none: '–',
  lock: 'Lock event',
  unlock: 'Unlock event',
  done: {
    locked: (event: string) => `“${event}” is locked.`,
    unlocked: (event: string) => `“${event}” is unlocked`,
    imported: (count: number) =>
      count === 1
        ? 'The tracking plan with 1 event is imported.'
        : `The tracking plan with ${formatCount(count)} events is imported.`,
    saved: (event: string) => `The schema of “${event}” is saved.`,
  },
  failed: {
    lock: 'lock the event',
    unlock: 'unlock the event',
    import: 'import the tracking plan',
    save: 'save the schema',
  },
  /** Each completes "Could not refresh …". */
  queries: {
    events: 'the tracking plan',
    event: 'the event',
    violations: 'the violations',
    settings: 'the settings of the tracking plan',
  },
};
