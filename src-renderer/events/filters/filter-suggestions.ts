import type { SeenNames } from '#server/events/contract.ts';
import { propertyType } from '#server/events/filters/filter-contract.ts';
import { type PropertyOperator, propertyOperator } from '#server/properties/contract.ts';
import { noTestRun } from '#server/test-runs/contract.ts';
import { valueSort } from '../../properties/operators.ts';
import { operatorWords } from '../../properties/words.ts';
import { knownReasons, liveStatusWords, reasonWords, warningWords } from '../reason-words.ts';
import { type FilterField, fieldValues, filterFields } from './filter-fields.ts';
import { parseFilter, printToken } from './filter-tokens.ts';
import { tokenSentence } from './filter-words.ts';
import { printName } from './quotes.ts';
import { words } from './words.ts';

const { hints } = words;

/**
 * One entry under the filter field. `insert` takes the place of what is typed; a `complete` one is a whole token, the other
 * kind leaves the field open for its value.
 */
export type Suggestion = { insert: string; label: string; hint: string; complete: boolean };

const MAX_SUGGESTIONS = 8;
const starts: Record<`${FilterField | '-event'}:`, string> = words.starts;
const fields = Object.entries(starts).map(([insert, hint]) => open(insert, hint));
/** Operators that share a sign stand in one line. */
const operators = Map.groupBy(
  propertyOperator.options.filter((operator) => valueSort(operator) !== 'none'),
  (operator) => operatorWords[operator].sign,
);

const fieldPattern = new RegExp(`^([!-])?(${Object.keys(filterFields).join('|')}):(.*)$`, 'i');

/** With the names of the newest test runs. */
export type Seen = Omit<SeenNames, 'nearest'> & { testRuns: string[] };

/** Returns what can follow from what is typed so far: fields, names and keys seen in the project, operators, values. */
export function suggest(typed: string, seen: Seen): Suggestion[] {
  const text = typed.trim();
  if (text === '') return fields;
  const [, not = '', field, value = ''] = fieldPattern.exec(text) ?? [];
  if (field)
    return valueSuggestions(text, `${not}${field.toLowerCase()}`, value.replaceAll('"', ''), seen).slice(
      0,
      MAX_SUGGESTIONS,
    );
  if (/[=<>~]/.test(text)) return whole(text);
  const key = text.replace(/^!/, '');
  return [...keyOperators(key, seen), ...named(key, seen), ...searchFor(text)];
}

function valueSuggestions(text: string, field: string, value: string, seen: Seen): Suggestion[] {
  const matching = <Value extends string>(values: Value[]) => values.filter((candidate) => contains(candidate, value));
  if (field === 'event' && /[|*]/.test(value)) return whole(text);
  if (field === 'event') return matching(seen.events).map((name) => token({ kind: 'event', value: name }, hints.event));
  if (field === '-event' || field === '!event')
    return matching(seen.events).flatMap((name) => whole(`-event:"${name.replace(/["\\]/g, '\\$&')}"`));
  if (field === 'has') return matching(seen.properties).flatMap((key) => whole(`has:${printName(key)}`));
  if (field === 'status')
    return matching(Object.keys(liveStatusWords)).map((status) => closed(`status:${status}`, status, hints.status));
  if (field === 'reason') {
    return matching(knownReasons).map((reason) => closed(`reason:${reason}`, reason, reasonWords(reason)));
  }
  if (field === 'warning') {
    const warnings: Record<string, string> = warningWords;
    return matching([...fieldValues.warning]).map((code) =>
      closed(`warning:${code}`, code, warnings[code] ?? hints.anyWarning),
    );
  }
  if (field === 'is') return matching([...fieldValues.is]).flatMap((state) => whole(`is:${state}`));
  if (field === 'test_run') {
    const names = matching([...seen.testRuns, noTestRun]);
    // A name that is not listed may be of an older test run, or of one to come.
    return (names.length === 0 ? [value] : names).flatMap((name) => whole(`test_run:${name}`));
  }
  if (field === 'type')
    return matching(seen.properties).map((key) => open(`type:${key}=`, propertyType.options.join(', ')));
  if (field === 'since' && value === '')
    return ['5m', '15m', '1h', '24h', '7d'].flatMap((ago) => whole(`since:${ago}`));
  return value === '' ? [] : whole(`${field}:${/\s/.test(value) ? `"${value}"` : value}`);
}

/** Suggests operators once the key is typed in full. */
function keyOperators(key: string, seen: Seen): Suggestion[] {
  if (!seen.properties.includes(key)) return [];
  const name = printName(key);
  return [
    ...[...operators].map(([sign, alike]) => open(`${name}${sign}`, hints.comparedBy(key, alike.map(relationOf)))),
    ...whole(`has:${name}`),
    ...whole(`!has:${name}`),
  ];
}

function relationOf(operator: PropertyOperator): string {
  const { relation } = operatorWords[operator];
  return valueSort(operator) === 'many' ? hints.severalValues(relation) : relation;
}

function named(text: string, seen: Seen): Suggestion[] {
  const matching = fields.filter(({ insert }) => insert.startsWith(text.toLowerCase())).slice(0, 3);
  const events = seen.events.filter((name) => contains(name, text)).slice(0, 4);
  const keys = seen.properties.filter((key) => key !== text && contains(key, text)).slice(0, 5);
  return [
    ...matching,
    ...events.map((name) => token({ kind: 'event', value: name }, hints.event)),
    ...keys.map((key) => open(`${printName(key)}=`, hints.property)),
  ];
}

function searchFor(text: string): Suggestion[] {
  const insert = printToken({ kind: 'text', value: text });
  return [closed(insert, `“${text}”`, hints.text)];
}

/** Suggests the typed text itself as a token; nothing while it cannot be read. */
function whole(text: string): Suggestion[] {
  const { tokens, problems } = parseFilter(text);
  const [first, ...more] = tokens;
  if (first === undefined || more.length > 0 || problems.length > 0) return [];
  return [closed(printToken(first), text, tokenSentence(first))];
}

function token(of: Parameters<typeof printToken>[0], hint: string): Suggestion {
  return closed(printToken(of), 'value' in of ? String(of.value) : printToken(of), hint);
}

function open(insert: string, hint: string): Suggestion {
  return { insert, label: insert, hint, complete: false };
}

function closed(insert: string, label: string, hint: string): Suggestion {
  return { insert, label, hint, complete: true };
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}
