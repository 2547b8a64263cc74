import { isTraversal, type Selector, SelectorType, stringify } from 'css-what';
import type { JsonObject } from '../../core/contract.ts';
import { maxShownText } from '../../core/limits.ts';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import type { PropertyFilter } from '../../properties/contract.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { operators } from '../../properties/operators.ts';
import type { Element } from '../matching/elements.ts';
import { compoundsOf, matchesChain, parseSelector } from '../matching/selector.ts';
import type { NearestMiss } from './preview-contract.ts';

/** Longer texts are not compared. */
export const maxComparedLength = 10_000;
/** Parts of a selector tried one by one; each try matches the whole chain. */
const maxPartsTried = 20;

/** Describes a trivial difference (case, white space, a part of it), or returns null. */
export function nearText(wanted: string, seen: string | null): NearestMiss | null {
  if (seen === null || wanted === seen || seen.length > maxComparedLength) return null;
  const difference = differenceOf(wanted, seen);
  return difference === null ? null : { kind: 'text', difference, seen };
}

function differenceOf(wanted: string, seen: string) {
  if (wanted.toLowerCase() === seen.toLowerCase()) return 'case';
  if (tight(wanted) === tight(seen)) return 'space';
  if (tight(wanted).toLowerCase() === tight(seen).toLowerCase()) return 'case_and_space';
  return wanted.trim() !== '' && seen.toLowerCase().includes(wanted.trim().toLowerCase()) ? 'longer' : null;
}

const tight = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Finds the smallest change that makes a selector match the chain: a looser combinator, or one part less. */
export function nearestSelector(selector: string, chain: Element[]): NearestMiss | null {
  const alternatives = parseSelector(selector);
  for (const [place, tokens] of alternatives.entries()) {
    if (tokens.length > maxPartsTried) continue;
    const matches = (changed: Selector[]) => matchesChain(compoundsOf(changed), chain);
    const whole = (changed: Selector[]) => stringify(alternatives.with(place, changed));
    for (const [index, { type }] of tokens.entries()) {
      const looser = tokens.with(index, { type: SelectorType.Descendant });
      if (type === SelectorType.Child && matches(looser)) return { kind: 'combinator', selector: whole(looser) };
    }
    for (const [index, token] of tokens.entries()) {
      const without = withoutPart(tokens, index);
      if (without === null || !matches(without)) continue;
      return { kind: 'part', part: stringify([[token]]), selector: whole(without) };
    }
  }
  return null;
}

/** Replaces a removed element with "*"; null if nothing remains. */
function withoutPart(tokens: Selector[], index: number): Selector[] | null {
  const isEdge = (token: Selector | undefined) => token === undefined || isTraversal(token);
  if (tokens.length === 1 || isEdge(tokens[index])) return null;
  const isAlone = isEdge(tokens[index - 1]) && isEdge(tokens[index + 1]);
  return isAlone ? tokens.with(index, { type: SelectorType.Universal, namespace: null }) : tokens.toSpliced(index, 1);
}

/** Finds the smallest change that makes a property condition match: value, operator, key or owner. */
export function nearestProperty(
  filter: PropertyFilter,
  properties: JsonObject,
  others: JsonObject,
): NearestMiss | null {
  const { key, value, operator } = filter;
  const seen = properties[key];
  if (seen === undefined) {
    const meant = tight(key).toLowerCase();
    const similar = Object.keys(properties).find(
      (each) => each.length <= maxShownText && tight(each).toLowerCase() === meant,
    );
    if (similar !== undefined) return { kind: 'key', key: similar };
    if (!isMatchOn(filter, others) || others[key] === undefined) return null;
    return { kind: 'owner', of: filter.type === 'person' ? 'event' : 'person' };
  }
  const isText = typeof seen === 'string' && typeof value === 'string' && operator === 'exact';
  const near = isText ? nearText(value, seen) : null;
  if (near?.kind === 'text' && near.difference !== 'longer') return near;
  const other = operators[operator].near.find((each) => isMatchOn({ ...filter, operator: each }, properties));
  return other === undefined ? near : { kind: 'operator', operator: other };
}

function isMatchOn(filter: PropertyFilter, properties: JsonObject): boolean {
  try {
    return compileProperty(filter)(properties);
  } catch (error) {
    if (error instanceof InvalidFilterError) return false;
    throw error;
  }
}
