import { isRounded } from '#server/core/json/parse-json-contract.ts';
import type { PropertyType } from '#server/events/filters/filter-contract.ts';
import { type PropertyFilter, propertyOperator } from '#server/properties/contract.ts';
import { valueSort } from '../../properties/operators.ts';
import { operatorWords } from '../../properties/words.ts';
import {
  type FilterField,
  filterFields,
  joiner,
  misspelledField,
  oppositeOf,
  readType,
  valueProblem,
} from './filter-fields.ts';
import { type LiveStatus, liveStatus } from './live-search.ts';
import { isDate } from './moments.ts';
import { printName, quote, quoted, quoteIfNeeded, unquote, unquotedName } from './quotes.ts';
import { words } from './words.ts';

const { problems } = words;

/** One typed condition of the filter bar. All of them are AND-ed. */
export type FilterToken =
  | {
      kind: 'event' | 'person' | 'distinct_id' | 'reason' | 'warning' | 'is' | 'test_run' | 'since' | 'until' | 'text';
      value: string;
    }
  /** Names as written: `a|b`, `check*`, or one in quotes. */
  | { kind: 'events'; value: string; not: boolean }
  | { kind: 'type'; key: string; type: PropertyType }
  | { kind: 'person_id' | 'request'; value: number }
  | { kind: 'status'; value: LiveStatus }
  | { kind: 'property'; filter: PropertyFilter };

export type FilterProblem = { text: string; message: string };
export type ParsedFilter = { tokens: FilterToken[]; problems: FilterProblem[] };

const fieldPattern = new RegExp(
  String.raw`([!-])?(${Object.keys(filterFields).join('|')}):(${quoted}(?=\s|$)|[^\s"]\S*)?`,
  'yiu',
);
/** A date is recognized by its value: it has the signs of numbers, or "=" and an "@". */
const operatorBySign = new Map(
  propertyOperator.options
    .filter((operator) => !['none', 'date'].includes(valueSort(operator)))
    .map((operator) => [operatorWords[operator].sign, operator]),
);
const signPattern = [...operatorBySign.keys()].toSorted((one, other) => other.length - one.length).join('|');
const propertyPattern = new RegExp(
  String.raw`([!-])?(${quoted}|${unquotedName})(${signPattern})(${quoted}(?=\s|$)|[^\s"]\S*)?`,
  'yu',
);
const textPattern = new RegExp(String.raw`${quoted}(?=\s|$)|\S+`, 'yu');

/**
 * Reads a filter line: `event:signup plan=pro "whole payload text"`. What cannot be read becomes a problem with a message
 * for the person who typed it, and is left out of the tokens.
 */
export function parseFilter(line: string): ParsedFilter {
  const { tokens, problems } = readFilter(line);
  return { tokens: tokens.reduce<FilterToken[]>(withToken, []), problems };
}

/** Reads a filter line as `parseFilter` does, but keeps tokens that later ones replace. */
export function readFilter(line: string): ParsedFilter {
  const parsed: ParsedFilter = { tokens: [], problems: [] };
  let typed: string[] = [];
  for (let at = 0; at < line.length; ) {
    if (/\s/.test(line[at] ?? '')) {
      at += 1;
      continue;
    }
    const read = readToken(line, at);
    at += read.length;
    if ('word' in read) typed.push(read.word);
    else if ('message' in read) parsed.problems.push({ text: line.slice(at - read.length, at), message: read.message });
    else parsed.tokens.push(read.token);
  }
  typed = typed.filter((word) => word !== '');
  if (typed.length > 0) parsed.tokens.push({ kind: 'text', value: typed.join(' ') });
  return parsed;
}

type Read = { length: number } & ({ token: FilterToken } | { word: string } | { message: string });

function readToken(line: string, at: number): Read {
  const field = matchAt(fieldPattern, line, at);
  if (field) {
    const [whole = '', not, name = '', value = ''] = field;
    return { length: whole.length, ...readField(name.toLowerCase() as FilterField, value, not !== undefined) };
  }
  const property = matchAt(propertyPattern, line, at);
  if (property) {
    const [whole = '', not, key = '', sign = '', value] = property;
    return { length: whole.length, ...readProperty(unquote(key), sign, value, not !== undefined) };
  }
  const [beginning = '', joined] = matchAt(joiner.before, line, at) ?? [];
  if (joined !== undefined) {
    const condition = at + beginning.length;
    const read = readToken(line, condition);
    const end = condition + read.length;
    if (!('word' in read)) return { length: end - at, message: joinProblem(joined, line.slice(condition, end)) };
  }
  const [word = ''] = matchAt(textPattern, line, at) ?? [line.slice(at)];
  const meant = misspelledField(word);
  return { length: word.length, ...(meant === null ? { word: unquote(word) } : { message: meant }) };
}

/** Returns what to write instead of a joiner and the condition after it. */
function joinProblem(joined: string, condition: string): string {
  const word = joined.toLowerCase() as keyof typeof problems.joined;
  const meant = word === 'not' ? oppositeOf(condition) : condition;
  const read = readToken(meant, 0);
  return 'message' in read ? read.message : problems.joined[word](meant);
}

function readField(field: FilterField, written: string, not: boolean): { token: FilterToken } | { message: string } {
  const value = unquote(written);
  if (value === '') return { message: problems.noValue(`${field}:`, filterFields[field]) };
  if (field === 'has')
    return { token: propertyToken({ ...splitPersonKey(value), operator: not ? 'is_not_set' : 'is_set' }) };
  if (field === 'event') {
    const isNamed = eventNames(written).length > 0;
    return isNamed ? { token: readEvent(written, not) } : { message: problems.noValue('event:', filterFields.event) };
  }
  if (not) return { message: problems.fieldNotNegated(field) };
  const message = valueProblem(field, value);
  return message === null ? { token: fieldToken(field, written, value) } : { message };
}

function readEvent(written: string, not: boolean): FilterToken {
  const isPattern = !written.startsWith('"') && /[|*]/.test(written);
  return not || isPattern ? { kind: 'events', value: written, not } : { kind: 'event', value: unquote(written) };
}

/** Returns the names of an `events` token as `GET events/` takes them: `*` stands for any text. */
export function eventNames(written: string): string[] {
  if (written.startsWith('"')) return [unquote(written).replaceAll('*', '\\*')];
  return written.split('|').filter((name) => name !== '');
}

function fieldToken(field: Exclude<FilterField, 'has' | 'event'>, written: string, value: string): FilterToken {
  switch (field) {
    case 'status':
      return { kind: 'status', value: liveStatus.parse(value.toLowerCase()) };
    case 'reason':
    case 'warning':
    case 'is':
      return { kind: field, value: value.toLowerCase() };
    case 'request':
      return { kind: 'request', value: Number(value) };
    case 'person':
      if (/^#\d{1,15}$/.test(written)) return { kind: 'person_id', value: Number(written.slice(1)) };
      return { kind: 'person', value };
    case 'type': {
      const { key, type } = readType(value) ?? { key: value, type: 'string' as const };
      return { kind: 'type', key: nestedKey(key), type };
    }
    default:
      return { kind: field, value };
  }
}

/** Strips the prefix: `properties.cart.total` names what `cart.total` does. */
const nestedKey = (key: string) => (/^properties\../.test(key) ? key.slice('properties.'.length) : key);

/** Writes the prefix before a key of an event that would be read otherwise: `person.plan` names the plan of the person. */
const writtenKey = (key: string, prefixes: RegExp) => (prefixes.test(key) ? `properties.${key}` : key);

function readProperty(
  fullKey: string,
  sign: string,
  rawValue: string | undefined,
  not: boolean,
): { token: FilterToken } | { message: string } {
  const { key, ...person } = splitPersonKey(fullKey);
  if (key === '') return { message: problems.noKey };
  if (rawValue === undefined) return { message: problems.noValue(fullKey, `${fullKey}${sign}pro`) };
  const written = operatorBySign.get(sign);
  const operator = written && not ? operatorWords[written].opposite : written;
  if (!operator) return { message: problems.signNotNegated(sign) };
  const text = unquote(rawValue);
  const isQuoted = rawValue.startsWith('"');
  if (operator === 'exact' && !isQuoted && text.startsWith('@') && isDate(text.slice(1))) {
    return { token: propertyToken({ key, value: text.slice(1), operator: 'is_date_exact', ...person }) };
  }
  if (operator === 'gt' || operator === 'lt' || operator === 'gte' || operator === 'lte') {
    return readComparison({ key, ...person }, operator, text);
  }
  const value =
    (operator === 'exact' || operator === 'is_not') && !isQuoted && text.includes('|') ? text.split('|') : text;
  return { token: propertyToken({ key, value, operator, ...person }) };
}

function readComparison(
  target: { key: string; type?: 'person' },
  operator: 'gt' | 'gte' | 'lt' | 'lte',
  text: string,
): { token: FilterToken } | { message: string } {
  if (text.trim() !== '' && Number.isFinite(Number(text))) {
    const value = isRounded(Number(text), text) ? text : Number(text);
    return { token: propertyToken({ ...target, value, operator }) };
  }
  if (isDate(text) && (operator === 'gt' || operator === 'lt')) {
    const dateOperator = operator === 'gt' ? 'is_date_after' : 'is_date_before';
    return { token: propertyToken({ ...target, value: text, operator: dateOperator }) };
  }
  return { message: problems.notCompared(target.key) };
}

function propertyToken(filter: PropertyFilter): FilterToken {
  return { kind: 'property', filter };
}

function splitPersonKey(key: string): { key: string; type?: 'person' } {
  return key.startsWith('person.') ? { key: key.slice('person.'.length), type: 'person' } : { key: nestedKey(key) };
}

/** Returns the tokens with one more, which replaces its like: only properties, types and excluded names add up. */
export function withToken(tokens: readonly FilterToken[], token: FilterToken): FilterToken[] {
  const printed = printToken(token);
  const others = tokens.filter((other) =>
    isAdditive(token) ? printToken(other) !== printed : isAdditive(other) || kindOf(other) !== kindOf(token),
  );
  return [...others, token];
}

export const withoutStatus = (tokens: readonly FilterToken[]): FilterToken[] =>
  tokens.filter(({ kind }) => kind !== 'status');

const isAdditive = (token: FilterToken) =>
  token.kind === 'property' || token.kind === 'type' || (token.kind === 'events' && token.not);

/** Returns what a token is about: `person:#12` and `distinct_id:user-17` both say who; `event:a` and `event:a|b` both say what. */
function kindOf({ kind }: FilterToken): string {
  if (kind === 'person_id' || kind === 'distinct_id') return 'person';
  return kind === 'events' ? 'event' : kind;
}

export function printFilter(tokens: readonly FilterToken[]): string {
  return tokens.map(printToken).join(' ');
}

export function printToken(token: FilterToken): string {
  switch (token.kind) {
    case 'text':
      return isPlainText(token.value) ? token.value : quote(token.value);
    case 'property':
      return printProperty(token.filter);
    case 'events':
      return `${token.not ? '-' : ''}event:${token.value}`;
    case 'event':
      return `event:${/[|*]/.test(token.value) ? quote(token.value) : quoteIfNeeded(token.value)}`;
    case 'type':
      return `type:${quoteIfNeeded(`${writtenKey(token.key, /^properties\./)}=${token.type}`)}`;
    case 'person_id':
      return `person:#${token.value}`;
    case 'person':
      return `person:${/^#\d/.test(token.value) ? quote(token.value) : quoteIfNeeded(token.value)}`;
    default:
      return `${token.kind}:${quoteIfNeeded(String(token.value))}`;
  }
}

function printProperty({ key, value, operator, type }: PropertyFilter): string {
  const fullKey = type === 'person' ? `person.${key}` : writtenKey(key, /^(person|properties)\./);
  const name = printName(fullKey);
  const { sign } = operatorWords[operator];
  if (valueSort(operator) === 'none') return `${sign}${quoteIfNeeded(fullKey)}`;
  if (Array.isArray(value)) return `${name}${sign}${value.join('|')}`;
  const text = String(value ?? '');
  return `${name}${sign}${/[|]|^@/.test(text) ? quote(text) : quoteIfNeeded(text)}`;
}

/** Returns whether text reads back as itself without quotes: words that are one word each, with single spaces between. */
function isPlainText(text: string): boolean {
  // A joiner would be read with a condition after it, and a mark with the next one.
  if (joiner.last.test(text) || /(?:^| )"/.test(text)) return false;
  return text.split(' ').every((word) => {
    if (!/^\S+$/.test(word)) return false;
    const read = readToken(word, 0);
    return 'word' in read && read.length === word.length && read.word === word;
  });
}

function matchAt(pattern: RegExp, line: string, at: number): string[] | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}
