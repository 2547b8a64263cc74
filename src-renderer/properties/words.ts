import type { PropertyOperator } from '#server/properties/contract.ts';
import type { AgoUnit } from '#server/properties/relative-date-contract.ts';

export const propertyEditorWords = {
  where: 'where',
  and: 'and',
  or: ' or ',
  property: (index: number, of: string) => `property ${index + 1} of ${of}`,
  errors: {
    key: 'Choose a property.',
    values: 'Enter at least one value.',
    number: 'Enter a number.',
    date: 'Enter a date.',
    value: 'Enter a value.',
  },
  editor: {
    nameLabel: (of: string) => `Name of ${of}`,
    operatorLabel: (of: string) => `Operator of ${of}`,
    valueLabel: (of: string) => `Value of ${of}`,
    duplicate: 'Duplicate',
    duplicateLabel: (of: string) => `Duplicate ${of}`,
    remove: 'Remove',
    removeLabel: (of: string) => `Remove ${of}`,
    property: 'Property',
  },
  value: {
    value: 'Value',
    text: 'Text',
    number: 'Number',
    date: 'Date',
    regexExample: 'Such as ^user-\\d+$',
    manyPlaceholder: 'Type a value, then press Enter',
    textPlaceholder: 'Part of the text',
    agoUnits: (unit: string) => `${unit}s`,
    agoUnit: (unit: string) => `${unit} ago`,
    dateKind: (of: string) => `${of}: kind of date`,
    day: 'UTC day',
    moment: 'date and time',
    dateExample: 'Such as 2026-11-20T14:30:00Z',
  },
};

/**
 * `label` is the option of a select, `relation` the words between property and value in a sentence, and `sign` the same in the
 * filter bar, where "!" makes it `opposite`. `several` and `ago` are for several values and for relative dates.
 */
type OperatorWords = {
  label: string;
  relation: string;
  sign: string;
  opposite?: PropertyOperator;
  several?: { relation: string; joint: string };
  ago?: string;
};

export const operatorWords: Record<PropertyOperator, OperatorWords> = {
  exact: { label: 'equals', relation: 'is', sign: '=', opposite: 'is_not' },
  is_not: {
    label: 'is not',
    relation: 'is not',
    sign: '!=',
    opposite: 'exact',
    several: { relation: 'is neither', joint: ' nor ' },
  },
  is_set: { label: 'is set', relation: 'is set', sign: 'has:', opposite: 'is_not_set' },
  is_not_set: { label: 'is not set', relation: 'is not set', sign: '!has:', opposite: 'is_set' },
  icontains: { label: 'contains', relation: 'contains', sign: '~', opposite: 'not_icontains' },
  not_icontains: { label: 'does not contain', relation: 'does not contain', sign: '!~', opposite: 'icontains' },
  regex: { label: 'matches regex', relation: 'matches the regex', sign: '=~', opposite: 'not_regex' },
  not_regex: { label: 'does not match regex', relation: 'does not match the regex', sign: '!=~', opposite: 'regex' },
  gt: { label: 'greater than', relation: 'is greater than', sign: '>', opposite: 'lte' },
  gte: { label: 'at least', relation: 'is at least', sign: '>=', opposite: 'lt' },
  lt: { label: 'less than', relation: 'is less than', sign: '<', opposite: 'gte' },
  lte: { label: 'at most', relation: 'is at most', sign: '<=', opposite: 'gt' },
  is_date_exact: { label: 'on date', relation: 'is on', sign: '=@' },
  is_date_before: { label: 'before date', relation: 'is before', sign: '<', ago: 'is more than … ago' },
  is_date_after: { label: 'after date', relation: 'is after', sign: '>', ago: 'is in the last …' },
};

export const agoUnitWords: Record<AgoUnit, string> = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' };
