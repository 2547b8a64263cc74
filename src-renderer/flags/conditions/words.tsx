import type { ReactNode } from 'react';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { flagWords } from '../words.ts';

const { everyone } = flagWords;

/** Names whom a flag is for: persons, where it has no type of group. */
const audience = (groupType: string | null) => (groupType === null ? flagWords.persons : flagWords.groups(groupType));

export const words = {
  title: 'Release conditions',
  none: 'No conditions: the flag is off for everyone.',
  inTurn:
    'Conditions that fix a variant are tried first, then the others in order. Each adds those not reached before.',
  addCondition: 'Add condition',
  matchBy: {
    label: 'Match by',
    groups: (type: string) => `groups: ${type}`,
    group: (type: string) =>
      `Conditions test properties of the ${type}; all its people get the same value. The flag is off unless the app sends the ${type}.`,
    person: 'Conditions test properties of the person.',
    noGroups: 'Groups appear here after an app sends one.',
  },
  condition: {
    title: (index: number) => `Condition ${index + 1}`,
    all: (groupType: string | null) => `Matches ${groupType === null ? everyone : `all ${audience(groupType)}`}.`,
    properties: (of: string) => `Properties of ${of}`,
    addProperty: 'Add property',
    addPropertyTo: (of: string) => `Add property to ${of}`,
    moveUp: (of: string) => `Move ${of} up`,
    moveDown: (of: string) => `Move ${of} down`,
    duplicate: (of: string) => `Duplicate ${of}`,
    remove: (of: string) => `Remove ${of}`,
  },
  rollout: {
    slider: (of: string) => `Rollout of ${of}`,
    field: (of: string) => `Rollout of ${of}, in percent`,
    of: (groupType: string | null, hasProperties: boolean) =>
      `of ${hasProperties ? 'these ' : ''}${audience(groupType)}`,
    variant: (of: string) => `Variant of ${of}`,
    bySplit: 'variant by split',
    always: (key: string) => `always ${key || '…'}`,
  },
  reach: {
    nobody: (groupType: string | null) => `no known ${audience(groupType)} yet`,
    reaches: (reached: ReactNode, population: string, isOnly: boolean) => (
      <>
        {isOnly ? 'reaches' : 'adds'} about <b>{reached}</b> of {population}
      </>
    ),
    counts: (matching: string, reached: string) =>
      `${matching} match; ${reached} of these are within the rollout and not reached by a condition tried before`,
    known: (count: number, groupType: string | null) =>
      countWords(
        count,
        `known ${groupType === null ? 'person' : `${groupType} group`}`,
        `known ${audience(groupType)}`,
      ),
    lastSeen: (count: string, groupType: string | null) => `the ${count} ${audience(groupType)} seen last`,
  },
};

/** Parts of the sentence that says in a row of the list who gets a flag. */
export const rolloutParts = {
  noCondition: 'Nobody: no condition',
  zero: 'Nobody: 0%',
  everyone,
  allGroups: (type: string) => `all ${flagWords.groups(type)}`,
  more: (count: number) => `${count} more`,
  share: (percent: string, of: string) => `${percent} of ${of}`,
  whose: (share: string | null, properties: string[]) => `${share ?? 'all'} whose ${properties.join(' and ')}`,
  joint: ', or ',
};
