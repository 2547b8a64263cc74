import { countWords } from '#server/core/text/numbers-contract.ts';
import type { DifferenceKind, DiffMask, MaskOrigin } from '#server/diff/contract.ts';
import { formatCount } from '../ui/format.ts';

/** How a property differs from that of an earlier event. */
export const differenceWords = {
  added: 'added',
  removed: 'removed',
  type: 'type changed',
  value: 'changed',
} as const satisfies Record<DifferenceKind, string>;

/** Says in which events a mask applies. */
export const ofEvents = (event: string | null) => (event === null ? 'in every event' : `in “${event}”`);

/** Why the values of a property are not compared. */
const maskWords = {
  sdk: 'set by SDKs',
  learned: 'looks like an id or a time',
  build: 'names the build',
  own: 'ignored by a mask',
} as const satisfies Record<MaskOrigin, string>;

/** Words of differences, in the detail of an event and on the page that compares test runs. */
export const diffWords = {
  masks: maskWords,
  masksTitle: 'Masks',
  own: ({ event, property, is_masked }: DiffMask, own: string) =>
    `${is_masked ? maskWords.own : 'compared by a mask'} ${ofEvents(event)}${property === own ? '' : `, with all of ${property}`}`,
  ignoreHere: (event: string) => `Only ${ofEvents(event)}`,
  ignoreEverywhere: 'In every event',
  ignoreAgain: (property: string) => `Ignore values of ${property} again`,
  editMasks: 'Edit masks',
  types: (old: string | null, now: string | null) => `${old} → ${now}`,
  within: (event: string) => `${event} ›`,
  old: 'Old value',
  new: 'New value',
  cut: (length: number) => `The first ${formatCount(length)} characters`,
  ignore: (property: string) => `Ignore values of ${property}`,
  compare: (property: string) => `Compare values of ${property}`,
  maskFailed: 'change the mask',
  differences: (count: number) => countWords(count, 'difference'),
  ignored: (count: number) => `Ignored values (${formatCount(count)})`,
  ignoredLabel: 'Ignored values',
  label: 'Differences',
  same: 'Nothing differs.',
  otherName: 'Only the event names differ.',
  sameButIgnored: 'Only ignored values differ.',
  what: 'The comparison',
};
