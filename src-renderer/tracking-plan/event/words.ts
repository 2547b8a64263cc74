import { countWords } from '#server/core/text/numbers-contract.ts';
import { formatCount } from '../../ui/format.ts';

export const words = {
  thisEvent: 'This event',
  tabs: {
    label: 'Sections of the event',
    names: { properties: 'Properties', builds: 'Builds', violations: 'Violations', schema: 'Schema' },
  },
  show: 'Show in Live',
  events: (count: number) => countWords(count, 'event'),
  builds: (count: number) => countWords(count, 'build'),
  firstSeen: 'first arrived',
  lastSeen: 'last arrived',
  examples: 'Examples',
  present: 'Events',
  noEvents: { title: 'No events', text: 'No event with this name is stored.' },
  latestBuilds: (shown: number, total: number) =>
    `The ${formatCount(shown)} of ${formatCount(total)} builds seen last.`,
  added: 'New properties',
  removed: 'Missing properties',
  changed: 'Changed types',
  typeChange: (property: string, from: string, to: string) => `${property}: ${from} → ${to}`,
  comparedNote: 'Each build is compared with the build that first arrived before it.',
  noViolations: {
    title: 'No violations',
    locked: 'No violation found since the schema was set. Events are checked only while the tracking plan is on.',
    unlocked: 'Lock the event to have new events checked.',
  },
  schema: {
    label: 'JSON Schema of the properties',
    locked:
      'While the tracking plan is on, new events with this name are checked against this schema. Those that differ are stored with a warning.',
    suggested: 'The stored events fit this schema. Lock the event to have new ones checked against it.',
    edit: 'Edit schema',
    save: 'Save schema',
    lock: 'Lock with this schema',
    copy: 'schema',
    reset: 'Use stored events',
    unsaved: 'Changes to the schema are',
    this: 'This schema',
    replaces: 'Saving replaces the newer schema.',
    notObject: 'A schema must be a JSON object.',
  },
};
