import { isTraversal, type Selector, SelectorType, stringify } from 'css-what';
import type { Element } from '../matching/elements.ts';
import { compoundsOf, matchesChain, parseSelector } from '../matching/selector.ts';
import type { NearestMiss } from './preview-contract.ts';

/** Parts of a selector tried singly; each try matches the whole chain. */
const maxPartsTried = 20;

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
