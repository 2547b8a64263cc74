import { maxShownText } from '../../core/limits-contract.ts';
import { clip } from '../../core/text/clip-contract.ts';
import { createWords, explainProperty, type Words, worded } from '../../properties/explain.ts';
import { maxComparedLength, nearText } from '../../properties/nearest.ts';
import { emptyStep, propertyFilters, type Step, type StepInput, type UrlMatching, urlMatching } from '../contract.ts';
import type { Element } from '../matching/elements.ts';
import {
  compileConditions,
  type ElementCondition,
  type EventSubject,
  elementConditions,
  isGiven,
  urlTest,
} from '../matching/match.ts';
import { nearestSelector } from './nearest-selector.ts';
import type { ConditionVerdict, MatchVerdict, NearestMiss, StepVerdict } from './preview-contract.ts';

/** Explains why an event matches the steps of an action, or what is missing and how near it is. Agrees with `compileSteps`. */
export function explainMatch(steps: (StepInput | Step)[], subject: EventSubject, words = createWords()): MatchVerdict {
  const verdicts = steps.map((step) => explainStep(step, subject, words));
  return { is_match: verdicts.some((step) => step.is_match), steps: verdicts };
}

function explainStep(step: StepInput | Step, subject: EventSubject, words: Words): StepVerdict {
  // Tests each once: a regex can take a large part of a second.
  const conditions = [
    ...(isGiven(step.event) ? [explainEvent(step.event, subject)] : []),
    ...(isGiven(step.url) ? [explainUrl(step.url, step.url_matching, subject, words)] : []),
    ...explainElement(elementConditions(step), subject.elements()),
    ...(isGiven(step.selector) ? [explainSelector(step.selector, subject)] : []),
    ...propertyFilters(step.properties).map((filter, index) => ({ ...explainProperty(filter, subject, words), index })),
  ];
  return { id: step.id, is_match: conditions.every((condition) => condition.is_match), conditions };
}

function explainEvent(wanted: string, { event }: EventSubject): ConditionVerdict {
  const isMatch = event === wanted;
  const nearest = isMatch ? null : nearText(wanted, event);
  return { field: 'event', wanted: `is "${wanted}"`, ...seenText(event), is_match: isMatch, nearest };
}

function seenText(given: string | null): Pick<ConditionVerdict, 'seen' | 'seen_value'> {
  if (given === null) return { seen: null };
  const { text, whole } = worded(given, given);
  return { seen: text, seen_value: whole };
}

const urlWords: Record<UrlMatching, string> = { contains: 'contains', exact: 'is', regex: 'matches' };

function explainUrl(wanted: string, matching: UrlMatching, subject: EventSubject, words: Words): ConditionVerdict {
  const url = subject.properties().$current_url;
  const isMatch = urlTest(matching, wanted)(url);
  const seen = url === undefined ? undefined : typeof url === 'string' ? worded(url, url) : words(url);
  const nearest = isMatch || typeof url !== 'string' ? null : nearestUrl(wanted, matching, url);
  return {
    field: 'url',
    wanted: `${urlWords[matching]} "${wanted}"`,
    seen: seen?.text ?? null,
    seen_value: seen?.whole,
    is_match: isMatch,
    nearest: url === undefined ? { kind: 'no_url' } : nearest,
  };
}

function nearestUrl(wanted: string, matching: UrlMatching, seen: string): NearestMiss | null {
  if (seen.length > maxComparedLength) return null;
  for (const other of urlMatching.options) {
    if (other !== matching && isUrlMatch(other, wanted, seen)) return { kind: 'url_matching', matching: other };
  }
  if (matching === 'contains' && seen.toLowerCase().includes(wanted.toLowerCase())) {
    return { kind: 'url', difference: 'case' };
  }
  const near = nearText(wanted, seen);
  if (near !== null) return near;
  if (trimSlash(wanted) === trimSlash(seen)) return { kind: 'url', difference: 'slash' };
  const [one, other] = [pathOf(wanted), pathOf(seen)];
  if (one === other) return { kind: 'url', difference: 'query' };
  return trimSlash(one) === trimSlash(other) ? { kind: 'url', difference: 'slash_and_query' } : null;
}

const pathOf = (url: string) => url.split(/[?#]/)[0] ?? '';

function isUrlMatch(matching: UrlMatching, wanted: string, seen: string): boolean {
  try {
    return urlTest(matching, wanted)(seen);
  } catch {
    return false;
  }
}

/** Counts slashes from the end: a regex would be quadratic. */
function trimSlash(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

const noElements = { kind: 'no_elements' } as const;

/** Compares the fields for one element with the element that meets most of them. */
function explainElement(conditions: ElementCondition[], chain: Element[]): ConditionVerdict[] {
  const scores = chain.map((element) => conditions.filter(({ test }) => test(element)).length);
  const best = scores.indexOf(Math.max(...scores));
  const element = chain[best];
  return conditions.map((condition) => {
    const { field, wanted } = condition;
    const isMatch = element !== undefined && condition.test(element);
    const nearest = element === undefined ? noElements : nearestElement(condition, chain, best, scores);
    const given = element === undefined ? null : condition.of(element);
    return {
      field,
      wanted: `is "${wanted}"`,
      ...seenText(given),
      is_match: isMatch,
      nearest: isMatch ? null : nearest,
    };
  });
}

function nearestElement(
  { test, of, wanted }: ElementCondition,
  chain: Element[],
  best: number,
  scores: number[],
): NearestMiss | null {
  const elsewhere = chain.findIndex(test);
  if (elsewhere >= 0 && scores[best] !== 0) {
    const distance = Math.abs(elsewhere - best);
    const relation =
      elsewhere > best ? (distance === 1 ? 'parent' : 'ancestor') : distance === 1 ? 'child' : 'descendant';
    return { kind: 'relative', relation, element: elementNameOf(chain[elsewhere] as Element) };
  }
  // An element that meets fewer of the other conditions would not match with this text either.
  for (const element of chain.filter((_, index) => scores[index] === scores[best])) {
    const near = nearText(wanted, of(element));
    if (near !== null) return near;
  }
  return null;
}

/** Names an element as a developer would: tag, id, classes. */
export function elementNameOf({ tag, classes, attributes }: Element): string {
  const id = attributes.id === undefined ? '' : `#${attributes.id}`;
  return `<${tag}${id}${classes.map((name) => `.${name}`).join('')}>`;
}

function explainSelector(selector: string, subject: EventSubject): ConditionVerdict {
  const chain = subject.elements();
  const isMatch = compileConditions({ ...emptyStep, selector }).every(({ test }) => test(subject));
  const seen = chain.length === 0 ? null : clip(chain.map(elementNameOf).reverse().join(' > '), maxShownText);
  const nearest = isMatch ? null : chain.length === 0 ? noElements : nearestSelector(selector, chain);
  return { field: 'selector', wanted: `is ${selector}`, seen, is_match: isMatch, nearest };
}
