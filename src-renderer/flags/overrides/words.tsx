import type { ReactNode } from 'react';
import { countWords } from '#server/core/text/numbers-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { flagWords } from '../words.ts';

const { everyone } = flagWords;

export const words = {
  banner: {
    active: (count: number) => `${countWords(count, 'override is', 'overrides are')} active:`,
    list: 'Active overrides',
    override: (flag: ReactNode, value: ReactNode, target: ReactNode) => (
      <>
        {flag} = {value} for {target}
      </>
    ),
    clear: (key: string, target: string) => `Clear the override of ${key} for ${target}`,
    fewer: 'Show fewer',
    more: (count: number) => `and ${formatCount(count)} more`,
    clearAll: 'Clear all',
  },
  clearAll: {
    title: (count: number) => (count === 1 ? 'Clear the override?' : `Clear all ${formatCount(count)} overrides?`),
    text: 'From their next request, apps get the values that the conditions give. The history of each flag keeps the overrides.',
  },
  panel: {
    title: 'Override',
    list: 'Overrides of this flag',
    value: 'Override value',
    choose: 'Choose a value',
    for: 'for',
    target: 'Override target',
    person: 'this person',
    everyone,
    set: 'Set override',
    noPerson: 'Choose a person in the test panel, or select “everyone”.',
    effect: (target: ReactNode) => <>{target} gets this value until you clear the override.</>,
    everyApp: 'Every app',
    notice: (
      <>
        While an override is active, every page shows a banner, and apps get the reason <code>override</code>.
      </>
    ),
    of: (target: ReactNode) => <>for {target}</>,
    clear: 'Clear',
    clearFor: (target: string) => `Clear the override for ${target}`,
    by: (author: string) => `${author}, `,
  },
  failed: { load: 'load the overrides', set: 'set the override', clear: 'clear the override' },
};
