import type { ReactNode } from 'react';
import { countPeople } from '#server/core/text/numbers-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { flagWords } from '../words.ts';

export const flagEditorWords = {
  create: {
    title: flagWords.newFlag,
    verb: 'Create flag',
    unsaved: 'The new flag is',
    done: ({ key, active }: { key: string; active: boolean }) =>
      `Flag ${key} created and turned ${active ? 'on' : 'off'}.`,
    failed: 'create the flag',
  },
  save: {
    unsaved: (key: string) => `Changes to ${key} are`,
    done: (key: string, version: number) => `Flag ${key} saved as version ${version}.`,
  },
  header: {
    copyKey: 'key',
    changed: (version: number, time: ReactNode) => (
      <>
        version {version}, changed {time}
      </>
    ),
    delete: 'Delete flag',
    turnOnSaved: {
      title: (key: string) => `Turn on ${key} without your changes?`,
      verb: (version: number) => `Turn on version ${version}`,
      about: (version: number) =>
        `Apps get the saved version ${version} with their next request. Your unsaved changes are not part of it.`,
    },
  },
  deleted: 'This flag is deleted: apps no longer get it. Restore it to change it.',
  tabs: {
    label: 'Sections of the flag',
    names: { rules: 'Rules', overrides: 'Overrides', usage: 'Usage', history: 'History', snippets: 'Snippets' },
    edited: 'edited',
  },
  testLabel: 'Test the flag',
  form: {
    keyHint: 'What your code requests, such as new-checkout. The key cannot be changed here later.',
    descriptionExample: 'Purpose, and when to remove the flag',
    turnOn: 'Turn on when created',
    effects: {
      createOff: 'Creating it changes nothing for your apps: they get “off” until you turn the flag on.',
      createOn: 'Creating it turns it on at once: apps get it with their next request.',
      requested: (count: number) =>
        `Apps already request this key, ${count === 1 ? 'once' : `${formatCount(count)} times`} so far.`,
      saveOff: 'The flag is off: saving changes nothing for your apps until you turn it on.',
      saveOn: 'The flag is on: apps get what you save with their next request.',
    },
    offWhileDeleted: 'Off for everyone while the flag is deleted. After restoring: ',
    reach: (reached: ReactNode, population: string) => (
      <>
        Its conditions turn it on for about <b>{reached}</b> of {population}.
      </>
    ),
  },
  flips: {
    title: 'Who flips',
    show: 'Show who flips',
    update: 'Update who flips',
    hint: 'Compares the saved flag with your changes, for every known person.',
    counting: 'Counting…',
    stale: 'The form has changed since this count. Update it.',
    incomplete: 'Fix the errors in the form first.',
    failed: 'count who flips',
    nobodyKnown: 'No people are known yet.',
    nobody: (population: string) => `Nobody flips, of ${population}.`,
    some: (flipped: string, population: string) => `Flips for ${flipped} of ${population}.`,
    without: (count: string) => `Without stored properties: ${count}.`,
    becomes: '→',
    changes: 'Changes of value',
    named: 'People who flip',
    people: countPeople,
    more: (count: string) => `And ${count} more, seen longer ago.`,
  },
  kind: {
    label: 'Kind of value',
    boolean: 'On or off',
    multivariate: 'Multiple variants',
    booleanHint: 'Everyone the flag matches gets true.',
    multivariateHint: 'Everyone the flag matches gets one variant, always the same one.',
  },
  payload: {
    ofTrue: 'true',
    ofVariant: (index: number) => `variant ${index + 1}`,
    add: 'Add payload',
    edit: 'Edit payload',
    of: (verb: string, value: string) => `${verb} of ${value}`,
    field: (value: string) => `Payload of ${value}, as JSON`,
    done: 'Done',
    remove: 'Remove payload',
  },
  persistence: {
    title: 'Persistence',
    label: 'Persist across login',
    hint: 'Keeps the value that the anonymous id had. Needs an SDK that sends that id.',
    groups: 'Only for flags that match people.',
  },
  errors: {
    key: 'Enter a key for the flag.',
    variants: 'Add a variant, or make the flag boolean.',
    variantKey: 'Enter a key for the variant.',
    variantKeyTaken: 'Another variant has this key.',
  },
};

type Audience = { all: string; rest: string; some: string };

/** Parts of the sentence that says what the whole flag does. */
export const sentenceParts = {
  persons: { all: flagWords.everyone, rest: 'everyone else', some: flagWords.persons },
  groups: (type: string): Audience => ({
    all: `all ${flagWords.groups(type)}`,
    rest: `all other ${flagWords.groups(type)}`,
    some: flagWords.groups(type),
  }),
  noCondition: (all: string) => `Off for ${all}: it has no release condition.`,
  noRollout: (all: string) => `Off for ${all}: every release condition has a rollout of 0%.`,
  turnedOff: (all: string, once: string) => `Off for ${all} while the flag is turned off. Once on: ${once}`,
  onForAll: (all: string) => `On for ${all}.`,
  onFor: (parts: string[], rest: string) => `On for ${parts.join(', and for ')}; ${rest}: off.`,
  variant: (key: string, share: string) => `${key || '…'} (${share})`,
  split: (variants: string[]) => variants.join(' or '),
  gets: (who: string, isOne: boolean, value: string) => `${who} ${isOne ? 'gets' : 'get'} ${value}`,
  rest: (rest: string) => `; ${rest}: off`,
  share: (percent: string) => `${percent} of `,
  nextShare: (percent: string) => `the next ${percent} of `,
  whose: (some: string, properties: string[]) => `${some} whose ${properties.join(' and ')}`,
};
