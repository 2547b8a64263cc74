import { expect, test } from 'vitest';
import type { PropertyOperator } from '#server/properties/contract.ts';
import { type ConditionDraft, type FlagFormValues, newForm } from './flag-form-values.ts';
import { flagSentence } from './flag-sentence.ts';

const condition = (rest: Partial<ConditionDraft>): ConditionDraft => ({
  id: Math.random().toString(),
  properties: [],
  rollout: 100,
  variant: null,
  ...rest,
});
const property = (key: string, operator: PropertyOperator, value?: unknown) => ({
  id: key,
  key,
  operator,
  value,
  isTyped: true,
});
const pro = [property('plan', 'exact', ['pro'])];
const staff = [property('email', 'icontains', '@acme.test')];
const form = (rest: Partial<FlagFormValues>): FlagFormValues => ({ ...newForm('checkout'), active: true, ...rest });
const split = {
  isMultivariate: true,
  variants: [
    { id: 'a', key: 'control', name: '', weight: 50, payload: '' },
    { id: 'b', key: 'test', name: '', weight: 50, payload: '' },
  ],
};

test.each<[string, FlagFormValues, string | null]>([
  ['On for everyone.', form({}), null],
  ['Off for everyone: it has no release condition.', form({ conditions: [] }), null],
  [
    'Off for everyone: every release condition has a rollout of 0%.',
    form({ conditions: [condition({ rollout: 0 })] }),
    null,
  ],
  [
    'Off for everyone while the flag is turned off. Once on: on for 10% of everyone; everyone else: off.',
    form({ active: false, conditions: [condition({ rollout: 10 })] }),
    null,
  ],
  [
    'On for 25% of people whose plan is pro; everyone else: off.',
    form({ conditions: [condition({ properties: pro, rollout: 25 })] }),
    null,
  ],
  [
    'On for people whose plan is pro and email contains @acme.test, and for 12.5% of everyone; everyone else: off.',
    form({ conditions: [condition({ properties: [...pro, ...staff] }), condition({ rollout: 12.5 })] }),
    null,
  ],
  ['On for everyone.', form({ conditions: [condition({ properties: pro, rollout: 25 }), condition({})] }), null],
  [
    'On for 20% of everyone; everyone else: off.',
    form({
      conditions: [condition({ properties: pro, rollout: 15 }), condition({ rollout: 10 }), condition({ rollout: 20 })],
    }),
    null,
  ],
  [
    '30% of everyone get test; the next 30% of everyone get control (50%) or test (50%); everyone else: off.',
    form({
      ...split,
      conditions: [condition({ rollout: 60 }), condition({ rollout: 30, variant: 'b' }), condition({ rollout: 20 })],
    }),
    null,
  ],
  [
    '20% of people whose plan is pro get test; the next 80% of people whose plan is pro get control; everyone else: off.',
    form({
      ...split,
      conditions: [
        condition({ properties: pro, rollout: 20, variant: 'b' }),
        condition({ properties: pro, variant: 'a' }),
      ],
    }),
    null,
  ],
  [
    'On for 25% of company groups whose plan is pro; all other company groups: off.',
    form({ groupTypeIndex: 0, conditions: [condition({ properties: pro, rollout: 25 })] }),
    'company',
  ],
  ['On for all type 3 groups.', form({ groupTypeIndex: 3 }), null],
  ['Everyone gets control (50%) or test (50%).', form(split), null],
  [
    'People whose email contains @acme.test get test; 20% of everyone get control (50%) or test (50%); everyone else: off.',
    form({ ...split, conditions: [condition({ rollout: 20 }), condition({ properties: staff, variant: 'b' })] }),
    null,
  ],
  [
    'People whose plan is pro get test; everyone else gets control (50%) or test (50%).',
    form({ ...split, conditions: [condition({}), condition({ properties: pro, variant: 'b' })] }),
    null,
  ],
  ['On for everyone.', form({ ...split, isMultivariate: false, conditions: [condition({ variant: 'b' })] }), null],
])('a flag reads: %s', (sentence, flag, groupType) => {
  expect(flagSentence(flag, groupType)).toBe(sentence);
});
