import type { ReactNode } from 'react';
import type { ConditionOutcome } from '#server/flags/evaluation/evaluation-contract.ts';
import { flagWords } from '../words.ts';

export const words = {
  title: 'Test',
  tested: {
    draft: 'unsaved draft',
    notReady: 'not ready yet',
    saved: (version: number) => `saved version ${version}`,
    incomplete: (version: number) => `saved version ${version}: draft incomplete`,
  },
  subject: {
    person: 'A known person, or any distinct_id',
    randomId: 'Use random id',
    randomIdHint: 'Random id, like a new visitor',
    properties: 'Test properties',
    propertiesOf: (subject: string) => `Test properties of ${subject}`,
    thePerson: 'the person',
    theGroup: 'the group',
    personHint: 'These override stored properties, like properties an app sends with the request.',
    groupHint: 'These override the stored properties of the group.',
    notJson: 'not JSON yet',
    none: 'none',
    clear: 'Clear',
    notAnObject: 'Properties must be an object, like {"plan": "pro"}.',
    addGroup: 'Add group',
    group: (type: string) => `Group ${type}`,
    groupType: 'Group type',
    groupTypeExample: 'Such as company',
    groupKey: 'Group key',
    groupKeyExample: 'A known group, or any key',
    removeGroup: (name: string) => `Remove ${name}`,
  },
  missing: {
    draft: 'Enter a key and complete the form to test the flag.',
    deleted: 'The flag is deleted: no app gets it. Restore it to test it.',
    person: 'Enter a distinct id to see the value of the flag and the reason.',
    properties: 'Complete the test properties: they are not JSON yet.',
  },
  failed: 'test the flag',
  testing: 'Testing the flag',
  answer: {
    payload: 'Payload',
    copyPayload: 'payload',
    unknownPerson: 'No known person has this id.',
    knownPerson: (person: ReactNode) => <>The id belongs to {person}.</>,
    curl: {
      copy: 'Copy as curl',
      copied: 'Copied',
      hint: 'The request that an app sends',
      draftHint: 'The request that an app sends; saved flags answer it',
    },
    neverServed: 'No answer for this person is stored.',
    unnamedClient: 'an unnamed client',
    servedSame: (value: ReactNode, time: ReactNode, client: string, path: ReactNode, version: number) => (
      <>
        Served last: {value} ({time}, {client}, {path}, version {version}), the same as now.
      </>
    ),
    servedOther: (value: ReactNode, time: ReactNode, client: string, path: ReactNode, now: ReactNode, why: string) => (
      <>
        Served last: {value} ({time}, {client}, {path}). Would be {now} now, because {why}.
      </>
    ),
    bucketing: 'Bucketing',
    conditions: flagWords.conditions,
  },
  bucketing: {
    none: 'No hash: the flag matches groups of one type, and none is given.',
    input: (kind: string) => `Hash input, ${kind}:`,
    copyInput: 'hash input',
    kinds: {
      distinct_id: 'the distinct_id',
      first_distinct_id: 'the anonymous id kept for this person',
      group: 'the key of the group',
    },
    hash: 'hash',
    variantHash: 'variant hash',
    notReached: 'not reached',
    rollout: (condition: number, percent: string) => `condition ${condition}: ${percent}`,
    rolloutNotReached: (hash: string) => `The hash is ${hash}. No condition reached its rollout.`,
    rolloutSide: (hash: string, isWithin: boolean, condition: number, limit: string | null) =>
      `The hash ${hash} is ${isWithin ? 'within' : 'beyond'} the rollout of condition ${condition}, ${limit === null ? flagWords.everyone : `up to ${limit}`}.`,
    notUsed: 'not used',
    ranges: 'Ranges of the variants',
    here: (hash: string | null, isUsed: boolean) => `${hash} ${isUsed ? 'is' : 'would be'} here`,
  },
  outcomes: {
    label: flagWords.conditions,
    condition: (index: number) => `Condition ${index + 1}`,
    everyone: 'No properties: matches everyone.',
    holds: 'Holds: ',
    fails: 'Fails: ',
    missing: 'is missing',
    is: 'is',
    sources: { request: 'entered', stored: 'stored', missing: 'missing' } satisfies Record<
      ConditionOutcome['properties'][number]['source'],
      string
    >,
  },
  personPage: {
    distinctId: 'Flags for the distinct id',
    none: 'No flag is turned on.',
    show: 'Show flags',
    table: 'Flags of the person',
    otherServed: 'The last served value is different',
    turnedOff: (count: number) => `${count === 1 ? 'One more flag is' : `${count} more flags are`} turned off.`,
    showOff: 'Show',
  },
};
