import { liveWords } from '../../events/tail/words.ts';
import { formatCount } from '../../ui/format.ts';

export const words = {
  description:
    'The properties, types and builds of each event, counted as events arrive. Lock an event to get a warning when one differs.',
  violationsDescription: 'Events that do not fit their schema, by event and build. They are stored like all others.',
  tabs: {
    label: 'Tracking plan and violations',
    names: { all: 'Events', violations: 'Violations', settings: 'Settings' },
  },
  search: 'Search event names',
  count: ['event', 'events'] as [string, string],
  violationCount: ['violation', 'violations'] as [string, string],
  columns: {
    state: 'Schema',
    violating: 'Violating',
    count: 'Events',
    violation: 'Violation',
    kind: 'Kind',
    last: 'Last event',
  },
  locked: { label: 'Schema', any: 'All events', options: { true: 'Locked', false: 'Unlocked' } },
  kind: { label: 'Kind', any: 'Any kind' },
  filterProperty: 'Property',
  filterBuild: 'Build',
  filterEvent: 'Event',
  showLast: (event: string) => `Show the last ${event} in Live`,
  showAll: 'Show all',
  export: 'Export',
  exportLabel: 'Export the tracking plan',
  filename: 'tracking-plan.json',
  import: 'Import',
  importLabel: 'Import a tracking plan',
  importDialog: {
    title: 'Import this tracking plan?',
    verb: 'Import plan',
    consequence: (events: number) =>
      events === 1
        ? 'This sets the schema of 1 event and unlocks all others.'
        : `This sets the schemas of ${formatCount(events)} events and unlocks all others.`,
  },
  notJson: (line: number, column: number, message: string) => `Line ${line}, column ${column}: ${message}`,
  menu: { live: 'Show in Live' },
  noMatch: { title: 'No matching event', text: 'No event of the tracking plan matches.' },
  first: {
    title: 'No events yet',
    about: 'Send events: while the tracking plan is on, their properties, types and builds appear here.',
    getStarted: liveWords.toolbar.connect,
  },
  settings: {
    title: 'Settings of the tracking plan',
    enabled: {
      label: 'Count events and check locked ones',
      description:
        'While off, nothing is counted and no event gets a warning. Events that arrived meanwhile are counted later.',
    },
    build: {
      label: 'Build property',
      description:
        'The event property that has the build of your app. After a change, stored events are counted again.',
      placeholder: 'app_version, else $lib_version',
    },
    what: 'The tracking plan',
    unsaved: 'Changes to the settings of the tracking plan are',
    done: () => 'The settings of the tracking plan are saved.',
    failed: 'save the settings',
  },
  noViolations: {
    title: 'No violations',
    text: 'Only locked events are checked, while the tracking plan is on.',
    noMatch: 'No violation matches these filters.',
  },
};
