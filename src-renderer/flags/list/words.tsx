import type { ReactNode } from 'react';
import { usageRetentionDays } from '#server/core/limits-contract.ts';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { defaultStaleDays } from '#server/flags/contract.ts';
import type { StaleKind } from '#server/flags/list-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { flagWords } from '../words.ts';
import type { FlagListSearch } from './list-search.ts';

const flagCount = (count: number) => countWords(count, 'flag');

type Options<Filter extends 'type' | 'stale'> = Record<NonNullable<FlagListSearch[Filter]>, string>;

export const words = {
  description: 'Which parts of your apps are on, and for whom.',
  unknownDescription: 'Keys that apps request but no flag has. Apps get the same answer as for a flag that is off.',
  tabs: { label: 'Flag lists', names: { all: 'All flags', unknown: 'Unknown keys' } },
  filters: {
    search: 'Search keys and names',
    status: { label: 'Status', any: 'On and off', options: flagWords.status },
    type: {
      label: 'Type',
      any: 'Any type',
      options: { boolean: 'Boolean', multivariate: 'Multivariate', group: 'For groups' } satisfies Options<'type'>,
    },
    stale: {
      label: 'Stale filter',
      any: 'Stale or not',
      options: {
        any: 'Stale in any way',
        not_requested: 'Not requested',
        off: `Off for ${defaultStaleDays} days`,
        nobody: `At 0% for ${defaultStaleDays} days`,
        everyone: `At 100% for ${defaultStaleDays} days`,
      } satisfies Options<'stale'>,
    },
  },
  stale: {
    says: {
      not_requested: 'Not requested',
      off: 'Long off',
      nobody: 'Long at 0%',
      everyone: 'Long at 100%',
    } satisfies Record<StaleKind, string>,
    lastRequest: (time: string) => `Last requested by name: ${time}`,
    noRequest: (time: string) => `No request by name seen since logging began, ${time}`,
    since: (time: string) => `Unchanged since ${time}`,
  },
  bulk: {
    turnOn: 'Turn on',
    turnOff: 'Turn off…',
    delete: 'Delete…',
    restore: 'Restore',
    turnedOn: (count: number) => `${flagCount(count)} turned on`,
    turnedOff: (count: number) => `${flagCount(count)} turned off`,
    deleted: (count: number) => `${flagCount(count)} deleted`,
    restored: (count: number) => `${flagCount(count)} restored`,
    tagged: (count: number) => `Tags of ${flagCount(count)} changed`,
    effect: 'Apps get “off” for them with their next request.',
    overridden: (count: number) => `${countWords(count, 'override still applies', 'overrides still apply')}.`,
    asked: {
      off: {
        title: (count: number) => `Turn off ${flagCount(count)}?`,
        verb: 'Turn off',
        runs: (names: string[]) => `Running on them: ${names.join(', ')}. While a flag is off, nobody is exposed.`,
      },
      delete: {
        title: (count: number) => `Delete ${flagCount(count)}?`,
        verb: 'Delete',
        runs: (names: string[]) => `Flags of running experiments are not deleted: ${names.join(', ')}.`,
      },
    },
    undoHint: 'You can undo it.',
  },
  duplicate: 'Duplicate',
  duplicated: (key: string) => `${key} is a copy, turned off.`,
  notServed: `No answer in the last ${usageRetentionDays} days. Older answers are not kept.`,
  tagged: (tag: string) => `Flags tagged ${tag}`,
  table: flagWords.flags,
  deletedTable: 'Deleted flags',
  count: ['flag', 'flags'] as [string, string],
  columns: { name: 'Name', type: 'Type', status: 'Status', updated: 'Updated', deleted: 'Deleted', stale: 'Stale' },
  type: (variants: number, groupType: string | null) =>
    [variants === 0 ? 'Boolean' : `${variants} variants`, groupType].filter((part) => part !== null).join(', '),
  switch: (key: string) => `Turned on: ${key}`,
  overrides: (count: number) => (count === 1 ? 'Override' : `${formatCount(count)} overrides`),
  menu: { open: 'Open', copyKey: 'Copy key', delete: 'Delete' },
  done: {
    turned: (key: string, isOn: boolean, overrides: number) =>
      `${key} is turned ${isOn ? 'on' : 'off'}${isOn || overrides === 0 ? '' : `. ${flagWords.overridden(overrides)}`}`,
    deleted: (key: string) => `${key} is deleted`,
    restored: (key: string) => `${key} is restored`,
    cleared: (key: string, target: string) => `The override of ${key} for ${target} is cleared`,
  },
  failed: {
    turn: (key: string, isOn: boolean) => `turn ${isOn ? 'on' : 'off'} ${key}`,
    delete: (key: string) => `delete ${key}`,
    restore: (key: string) => `restore ${key}`,
    duplicate: (key: string) => `duplicate ${key}`,
    clear: (key: string) => `clear the override of ${key}`,
    create: (key: string) => `create ${key}`,
  },
  showAll: 'Show all flags',
  noMatch: {
    title: 'No flag matches',
    filters: 'No flag matches these filters.',
    search: (search: string, isFiltered: boolean) =>
      `No key or name contains “${search}”${isFiltered ? ' with these filters' : ''}.`,
  },
  noDeleted: {
    title: 'No deleted flags',
    text: 'Deleted flags are kept here with their history. You can restore them.',
  },
  first: {
    title: 'No flags yet',
    create: 'Create your first flag',
    about: [
      'A flag turns on a part of your app for the people you choose. It needs no new release.',
      'Create one, then request it by its key:',
    ],
    snippet: 'snippet',
    unknown: (count: number, link: (text: string) => ReactNode) => (
      <>Your apps already request {link(count === 1 ? 'one key' : `${formatCount(count)} keys`)} that no flag has.</>
    ),
  },
  unknown: {
    table: 'Unknown keys',
    copyKey: (key: string) => `key ${key}`,
    columns: { requested: 'Requested', first: 'First request', last: 'Last request' },
    times: (count: number) => (count === 1 ? 'once' : `${formatCount(count)} times`),
    configure: 'Configure flag',
    createOff: 'Create as off',
    of: (verb: string, key: string) => `${verb}: ${key}`,
    createOffHint: 'Nothing changes for your apps until you turn it on',
    invalid: 'Invalid key',
    invalidHint: 'A key can have only letters, digits, “-”, “_”, “.” and “/”',
    nothing: {
      title: 'No unknown flags requested',
      text: 'When an app requests a flag that does not exist, its key appears here with the number of requests.',
    },
  },
};
