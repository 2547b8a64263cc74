import type { ExpectedCount, Rule } from '#server/expectations/contract.ts';
import type { SchemaType } from '#server/properties/schema-type-contract.ts';
import { propertyWords } from '../properties/operators.ts';
import { capitalized } from '../ui/format.ts';
import { typesOf } from './schema-types.ts';

/** How each type of a property is called after "is". */
export const typeWords: Record<SchemaType, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Returns "exactly 1", "no". */
export function expectedCountWords(count: ExpectedCount): string {
  if ('exactly' in count) return `exactly ${count.exactly}`;
  if ('at_least' in count) return `at least ${count.at_least}`;
  return 'at_most' in count ? `at most ${count.at_most}` : 'no';
}

/** Says an expectation in a sentence: "Exactly 1 “checkout” where plan is pro and total is a number". */
export function expectationSentence(rule: Rule): string {
  const { event, properties, distinct_id: distinctId, after, schema, unique, within, count } = rule;
  const types = typesOf(schema);
  const conditions = [
    ...properties.map(propertyWords),
    ...(types ?? []).map(({ key, type }) => `${key} is ${typeWords[type]}`),
    ...(types === null ? ['the properties fit the schema'] : []),
  ];
  const parts = [
    `${expectedCountWords(count)} “${event}”`,
    distinctId === null ? '' : `by ${distinctId}`,
    after === null ? '' : `after “${after}”`,
    within === null ? '' : `within ${within} s`,
    conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`,
  ];
  return capitalized(parts.filter(Boolean).join(' ') + repetitionWords(unique));
}

/** Continues a count: ", none repeated"; '' where events may repeat. */
export function repetitionWords(unique: Rule['unique']): string {
  if (unique === null) return '';
  return 'whole' in unique ? ', none repeated' : `, each with a different ${unique.property}`;
}

/** Returns the name of an expectation, else its sentence. */
export const titleWords = ({ name, ...rule }: Rule & { name: string }) =>
  name === '' ? expectationSentence(rule) : name;

/** Returns the title for within quotes, where its own are single ones. */
export const titleInQuotes = (expectation: Rule & { name: string }) =>
  titleWords(expectation).replaceAll('“', '‘').replaceAll('”', '’');
