import type { ErrorObject } from 'ajv';
import { countWords } from '../core/text/numbers-contract.ts';
import { shownValue } from './compile-value.ts';
import type { SchemaType } from './schema-type-contract.ts';

/** Describes what a schema wants, to follow "must be". */
export const wantedBy = (error: ErrorObject): string =>
  knownWanted(error) ??
  (error.message ?? `valid by "${error.keyword}"`).replace(/^must NOT /, 'not ').replace(/^must (be )?/, '');

export const wantedTypes = ({ params }: Pick<ErrorObject, 'params'>): SchemaType[] => [params.type].flat();

const comparisons = new Map([
  ['>=', 'at least'],
  ['<=', 'at most'],
  ['>', 'more than'],
  ['<', 'less than'],
]);

const atMostItems = ['an array of at most', 'item', 'items'] as const;
/** The words of each keyword that limits a size: before the limit, and what is counted. */
const sizes = new Map<string, readonly [before: string, one: string, many: string]>([
  ['minLength', ['text of at least', 'character', 'characters']],
  ['maxLength', ['text of at most', 'character', 'characters']],
  ['minItems', ['an array of at least', 'item', 'items']],
  ['maxItems', atMostItems],
  ['items', atMostItems],
  ['additionalItems', atMostItems],
  ['unevaluatedItems', atMostItems],
  ['minProperties', ['an object of at least', 'property', 'properties']],
  ['maxProperties', ['an object of at most', 'property', 'properties']],
]);

/** Describes what a keyword wants; undefined for a rare one. */
export function knownWanted({ keyword, params }: ErrorObject): string | undefined {
  switch (keyword) {
    case 'type':
      return `type ${wantedTypes({ params }).join(' or ')}`;
    case 'enum':
      return `one of ${shownValue(params.allowedValues)}`;
    case 'const':
      return shownValue(params.allowedValue);
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `${comparisons.get(params.comparison)} ${params.limit}`;
    case 'multipleOf':
      return `a multiple of ${params.multipleOf}`;
    case 'pattern':
      return `text that matches ${shownValue(params.pattern)}`;
    case 'format':
      return `in the format "${params.format}"`;
    case 'uniqueItems':
      return 'an array without repeated items';
    case 'contains':
      return containsWanted(params);
    case 'propertyNames':
      return 'named as "propertyNames" requires';
    case 'anyOf':
    case 'oneOf':
      return `valid against ${params.passingSchemas ? 'only one' : 'a'} schema of "${keyword}"`;
    case 'false schema':
      return 'valid against the schema false';
    case 'not':
      return 'invalid against the schema of "not"';
    default:
      return sizeWanted(keyword, params.limit);
  }
}

function containsWanted({ minContains, maxContains }: ErrorObject['params']): string {
  const most = maxContains === undefined ? '' : ` and at most ${maxContains}`;
  return `an array with at least ${countWords(minContains, 'item')}${most} as "contains" requires`;
}

function sizeWanted(keyword: string, limit: number): string | undefined {
  const size = sizes.get(keyword);
  return size && `${size[0]} ${countWords(limit, size[1], size[2])}`;
}
