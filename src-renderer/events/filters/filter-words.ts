import type { PropertyOperator } from '#server/properties/contract.ts';
import type { FilterToken } from './filter-tokens.ts';

const operatorWords: Record<PropertyOperator, string> = {
  exact: 'is',
  is_not: 'is not',
  is_set: 'is set',
  is_not_set: 'is not set',
  icontains: 'contains',
  not_icontains: 'does not contain',
  regex: 'matches',
  not_regex: 'does not match',
  gt: 'is over',
  gte: 'is at least',
  lt: 'is under',
  lte: 'is at most',
  is_date_exact: 'is on',
  is_date_before: 'is before',
  is_date_after: 'is after',
};

export type TokenWords = { subject: string; relation: string; value: string };

/** A token in plain words, in the three parts a chip shows. */
export function tokenWords(token: FilterToken): TokenWords {
  switch (token.kind) {
    case 'property': {
      const { key, operator, type, value } = token.filter;
      const hasValue = operator !== 'is_set' && operator !== 'is_not_set';
      const text = Array.isArray(value) ? value.join(' or ') : String(value ?? '');
      return {
        subject: type === 'person' ? `person’s ${key}` : key,
        relation: operatorWords[operator],
        value: hasValue ? text : '',
      };
    }
    case 'text':
      return { subject: 'anything', relation: 'contains', value: token.value };
    case 'person_id':
      return { subject: 'person', relation: 'is', value: `#${token.value}` };
    case 'since':
      return { subject: 'since', relation: '', value: momentWords(token.value) };
    case 'until':
      return { subject: 'until', relation: '', value: momentWords(token.value) };
    default:
      return { subject: token.kind, relation: 'is', value: String(token.value) };
  }
}

export function tokenSentence(token: FilterToken): string {
  const { subject, relation, value } = tokenWords(token);
  return [subject, relation, value].filter(Boolean).join(' ');
}

const unitWords = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const;

function momentWords(value: string): string {
  const [, amount, unit] = /^(\d+)([smhd])$/.exec(value) ?? [];
  if (!amount || !unit) return value;
  const word = unitWords[unit as keyof typeof unitWords];
  return `${amount} ${word}${amount === '1' ? '' : 's'} ago`;
}
