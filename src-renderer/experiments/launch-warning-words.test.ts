import { expect, test } from 'vitest';
import type { LaunchWarning } from '#server/experiments/lifecycle/launch/launch-contract.ts';
import { launchWarningWords } from './launch-warning-words.ts';

test.each<[LaunchWarning, string]>([
  [
    { kind: 'flag_unfit', reason: 'no_control' },
    'The flag has no variant named control. Add it to the flag, or choose another key.',
  ],
  [
    { kind: 'flag_taken', experiment: 'First' },
    'The experiment “First” uses the flag. Stop or reset it, or choose another key.',
  ],
  [
    { kind: 'override_for_everyone', value: false },
    'An override for everyone turns the flag off, which replaces the random split.',
  ],
  [
    { kind: 'override_for_everyone', value: 'test' },
    'An override for everyone serves “test”, which replaces the random split.',
  ],
  [{ kind: 'overrides', count: 1 }, 'The flag has an override, which replaces the random split for that person.'],
  [{ kind: 'overrides', count: 2 }, 'The flag has 2 overrides, which replace the random split for those people.'],
  [
    { kind: 'fixed_variants', variants: ['a', 'b'] },
    'Flag conditions always serve “a” and “b”. People who match are not split randomly, so the comparison is biased.',
  ],
  [{ kind: 'empty_variants', variants: ['a'] }, 'Nobody gets “a” at random: its weight is 0%.'],
  [{ kind: 'empty_variants', variants: ['a', 'b'] }, 'Nobody gets “a” and “b” at random: their weight is 0%.'],
])('%j', (warning, words) => expect(launchWarningWords(warning)).toBe(words));
