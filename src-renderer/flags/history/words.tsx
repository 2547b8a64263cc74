import type { ReactNode } from 'react';
import { flagWords } from '../words.ts';

export const words = {
  kinds: {
    created: 'Created',
    updated: 'Changed',
    deleted: 'Deleted',
    restored: 'Restored',
    overrideSet: (target: string) => `Override set for ${target}`,
    overrideCleared: (target: string) => `Override cleared for ${target}`,
  },
  current: 'current version',
  asCurrent: 'same as the current version',
  restoreVersion: 'Restore this version',
  restore: {
    verb: flagWords.restore,
    text: (time: ReactNode) => (
      <>
        Restores the flag as it was {time}. Apps get it with their next request, and later versions stay in the history.
      </>
    ),
  },
};

/** Names of what a change did to a flag. */
export const changeNames = {
  deleted: 'deleted',
  restored: 'restored',
  turnedOn: 'turned on',
  turnedOff: 'turned off',
  persistenceOn: 'persistence across login turned on',
  persistenceOff: 'persistence across login turned off',
  key: 'key',
  description: 'description',
  tags: 'tags',
  owner: 'owner changed',
  matchedBy: 'matched by',
  person: 'person',
  group: (index: number) => `group of type ${index}`,
  serves: 'serves',
  everyone: flagWords.everyone,
  none: 'none',
  and: ' and ',
  variant: (key: string) => `variant ${key}`,
  variants: 'variants',
  variantAdded: (key: string) => `variant ${key} added`,
  variantRemoved: (key: string) => `variant ${key} removed`,
  variantDescription: (key: string) => `description of variant ${key}`,
  variantOrder: 'order of variants',
  variantWeights: 'variant weights',
  condition: flagWords.condition,
  conditionAdded: (condition: string) => `${condition} added`,
  conditionRemoved: (condition: string) => `${condition} removed`,
  conditionOrder: 'order of conditions',
  properties: (condition: string) => `properties of ${condition}`,
  rollout: (condition: string) => `rollout of ${condition}`,
  fixedVariant: (condition: string) => `variant fixed by ${condition}`,
  payload: 'payload',
  payloadOf: (key: string) => `payload of ${key}`,
};
