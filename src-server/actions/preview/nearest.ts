import { isTraversal, type Selector, SelectorType, stringify } from 'css-what';
import type { JsonObject } from '../../core/contract.ts';
import { clip } from '../../core/json.ts';
import { maxShownText } from '../../core/limits.ts';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import type { PropertyFilter, PropertyOperator } from '../../properties/contract.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { operators } from '../../properties/operators.ts';
import type { Element } from '../matching/elements.ts';
import { compoundsOf, matchesChain, parseSelector } from '../matching/selector.ts';

/** Characters of a text that is compared with what was meant; nothing longer is nearly a name, a URL or a label. */
export const longestCompared = 10_000;
/** Parts of a selector that are tried one by one: each try matches the whole chain. */
const mostPartsTried = 20;

/** What keeps two texts apart when it is next to nothing, as a sentence; null when it is more. */
export function nearText(wanted: string, seen: string | null, noun: string): string | null {
  if (seen === null || wanted === seen || seen.length > longestCompared) return null;
  if (wanted.toLowerCase() === seen.toLowerCase()) return `The ${noun} differs only in case: it is "${seen}".`;
  if (tight(wanted) === tight(seen)) return `The ${noun} differs only in white space: it is ${JSON.stringify(seen)}.`;
  if (tight(wanted).toLowerCase() === tight(seen).toLowerCase()) {
    return `The ${noun} differs only in case and white space: it is ${JSON.stringify(seen)}.`;
  }
  const isPart = wanted.trim() !== '' && seen.toLowerCase().includes(wanted.trim().toLowerCase());
  return isPart ? `The ${noun} contains it, but is longer: it is "${seen}".` : null;
}

const tight = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The smallest change after which a selector would match the chain: looser between elements, or without one of its parts. */
export function nearestSelector(selector: string, chain: Element[]): string | null {
  for (const tokens of parseSelector(selector)) {
    if (tokens.length > mostPartsTried) continue;
    const near = nearestCombinator(tokens, chain) ?? nearestPart(tokens, chain);
    if (near !== null) return near;
  }
  return null;
}

function nearestCombinator(tokens: Selector[], chain: Element[]): string | null {
  const isLooser = tokens.some(
    ({ type }, index) =>
      type === SelectorType.Child && isMatch(tokens.with(index, { type: SelectorType.Descendant }), chain),
  );
  return isLooser ? 'It would match if ">" were a space: other elements stand in between.' : null;
}

/** What is left of a selector of one part says nothing. */
function nearestPart(tokens: Selector[], chain: Element[]): string | null {
  if (tokens.length === 1) return null;
  const part = tokens.find(
    (token, index) =>
      !isTraversal(token) && isMatch(tokens.with(index, { type: SelectorType.Universal, namespace: null }), chain),
  );
  return part === undefined ? null : `It would match without "${stringify([[part]])}".`;
}

const isMatch = (tokens: Selector[], chain: Element[]) => matchesChain(compoundsOf(tokens), chain);

/** The smallest change that would make a property condition hold: the value, the operator, the key, or whose it is. */
export function nearestProperty(filter: PropertyFilter, properties: JsonObject, others: JsonObject): string | null {
  const { key, value } = filter;
  const isOfPerson = filter.type === 'person';
  const seen = properties[key];
  if (seen === undefined) {
    const meant = tight(key).toLowerCase();
    const similar = Object.keys(properties).find((each) => tight(each).toLowerCase() === meant);
    if (similar !== undefined) return `There is no "${key}", but "${clip(similar, maxShownText)}".`;
    if (!isMatchOn(filter, others) || others[key] === undefined) return null;
    return isOfPerson
      ? 'The person has no such property, but the event has it with that value.'
      : 'The event has no such property, but its person has it with that value.';
  }
  if (typeof seen === 'string' && typeof value === 'string' && filter.operator === 'exact') {
    const near = nearText(value, seen, 'value');
    if (near !== null)
      return `${near}${isMatchOn({ ...filter, operator: 'icontains' }, properties) ? ` ${would('icontains')}` : ''}`;
  }
  const other = operators[filter.operator].near.find((operator) => isMatchOn({ ...filter, operator }, properties));
  return other === undefined ? null : would(other);
}

const would = (operator: PropertyOperator) => `It would match if the operator were ${operator}.`;

function isMatchOn(filter: PropertyFilter, properties: JsonObject): boolean {
  try {
    return compileProperty(filter)(properties);
  } catch (error) {
    if (error instanceof InvalidFilterError) return false;
    throw error;
  }
}
