import { maxGroupTypes } from '#server/core/limits-contract.ts';
import { formatCount } from '../ui/format.ts';

/** Words of the pages of persons and groups. */
export const words = {
  persons: 'Persons',
  groups: 'Groups',
  kind: 'Kind',
  firstSeen: 'First seen',
  lastSeen: 'Last seen',
  identity: 'Identity',
  list: {
    description: 'Everyone your apps have sent events for. Merged ids are one person.',
    search: 'Search ids and properties',
    unit: ['person', 'people'],
    noMatch: (search: string) => `No person matches “${search}”`,
    noMatchHint: 'The search covers distinct ids, and names and values of properties.',
    moreIds: (count: number) => ` and ${formatCount(count)} more`,
    empty: 'No people yet',
    emptyAction: 'Send a first event from Live',
    preview: 'Preview',
    previewOf: (name: string) => `Preview ${name}`,
    emptyHint: 'A person appears with the first event of a new distinct id.',
  },
  identified: 'Identified',
  anonymous: 'Anonymous',
  page: {
    title: 'Person',
    what: 'This person',
    showInLive: 'Show in Live',
    tabs: { label: 'Sections of the person', names: { overview: 'Overview', preview: 'Preview' } },
    about: 'About',
    propertiesOf: 'Properties of the person',
    distinctId: (id: string) => `distinct id ${id}`,
    merged: 'Merged',
  },
  uuid: 'uuid',
  uuidLabel: 'UUID',
  timeline: {
    what: 'The timeline',
    title: 'Timeline',
    empty: 'No stored events of this person.',
    unit: ['event', 'events'],
  },
  group: {
    name: 'Group',
    type: 'Type',
    typeNumber: (index: number) => `type ${index}`,
    description: `Companies, teams or other groups that your apps send events for. A project has at most ${maxGroupTypes} types.`,
    search: 'Search keys and properties',
    unit: ['group', 'groups'],
    panel: (key: string) => `Group ${key}`,
    key: 'group key',
    close: 'Close group',
    propertiesOf: 'Properties of the group',
    noMatch: (search: string) => `No group matches “${search}”`,
    noMatchHint: 'The search covers keys, and names and values of properties.',
    empty: 'No groups yet',
    emptyHint: (
      <>
        Call <code>{`posthog.group('company', 'acme', { name: "Acme" })`}</code> in your app. The group appears with its
        first event.
      </>
    ),
  },
  /** Complete “Could not refresh …”. */
  queries: {
    persons: 'persons',
    person: 'the person',
    timeline: 'the timeline',
    groups: 'groups',
  },
} as const;
