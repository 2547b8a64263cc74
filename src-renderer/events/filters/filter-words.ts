import { countWords } from '#server/core/text/numbers-contract.ts';
import { noTestRun } from '#server/test-runs/contract.ts';
import { relationWords } from '../../properties/operators.ts';
import { clockTime, formatLocalDay } from '../../ui/format.ts';
import type { FilterToken } from './filter-tokens.ts';
import { relativeMoment, resolveMoment } from './moments.ts';

export type TokenWords = { subject: string; relation: string; value: string };

/**
 * Describes a token in the three parts that a chip shows. `setAt` is the time (ms since the epoch) that the filter in effect
 * counts "15m" back from; it is fixed, so its moment is named.
 */
export function tokenWords(token: FilterToken, setAt?: number): TokenWords {
  switch (token.kind) {
    case 'property': {
      const { key, type } = token.filter;
      return { subject: type === 'person' ? `person’s ${key}` : key, ...relationWords(token.filter) };
    }
    case 'events':
      return { subject: 'event', relation: token.not ? 'is not' : 'is', value: token.value.replaceAll('|', ' or ') };
    case 'type':
      return { subject: `type of ${token.key}`, relation: 'is', value: token.type };
    case 'text':
      return { subject: 'anything', relation: 'contains', value: token.value };
    case 'person_id':
      return { subject: 'person', relation: 'is', value: `#${token.value}` };
    case 'test_run':
      return { subject: 'test run', relation: 'is', value: token.value === noTestRun ? 'none' : token.value };
    case 'is':
      return { subject: 'event', relation: 'is', value: token.value };
    case 'since':
      return { subject: 'since', relation: '', value: momentWords(token.value, setAt) };
    case 'until':
      return { subject: 'until', relation: '', value: momentWords(token.value, setAt) };
    default:
      return { subject: token.kind, relation: 'is', value: String(token.value) };
  }
}

export function tokenSentence(token: FilterToken, setAt?: number): string {
  const { subject, relation, value } = tokenWords(token, setAt);
  return [subject, relation, value].filter(Boolean).join(' ');
}

const unitWords = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const;

function momentWords(value: string, setAt: number | undefined): string {
  const ago = relativeMoment(value);
  if (ago === null) return value;
  if (setAt !== undefined) {
    const moment = new Date(resolveMoment(value, setAt));
    return `${formatLocalDay(moment)} ${clockTime(moment)}`;
  }
  return `${countWords(ago.amount, unitWords[ago.unit])} ago`;
}
