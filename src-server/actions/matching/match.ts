import type { JsonObject } from '../../core/contract.ts';
import { lazy } from '../../core/lazy.ts';
import { compileRegex } from '../../properties/compile-value.ts';
import { operatorTraits, type PropertyFilter } from '../../properties/contract.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { propertyFilters, type StepInput, type UrlMatching } from '../contract.ts';
import { type Element, elementsOf } from './elements.ts';
import { compileSelector } from './selector.ts';

/** An event to match; expensive parts are computed on first use. */
export type EventSubject = {
  event: string;
  properties(): JsonObject;
  elements(): Element[];
  person(): JsonObject;
};

/** Steps without ids and names, which do not affect matching. */
export type StepConditions = Omit<StepInput, 'id' | 'name'>;

/**
 * `field`: the step's field, `properties.<key>` or `person.<key>`. `event`: the only name that meets it. `reads`: the event
 * property whose value alone decides, at any time.
 */
export type Condition = { field: string; event?: string; reads?: string; test(subject: EventSubject): boolean };

/**
 * `events`: the only names that can match; null for any. `needs`: the parts used beside the name; `url`: `$current_url` alone.
 */
export type Matcher = {
  steps: Condition[][];
  events: ReadonlySet<string> | null;
  needs: { properties: boolean; url: boolean; person: boolean };
  matches(subject: EventSubject): boolean;
};

/** Creates a subject that calls each of the functions at most once. */
export function eventSubject(
  event: string,
  properties: () => JsonObject,
  person: () => JsonObject,
  readElements = elementsOf,
): EventSubject {
  const once = lazy(properties);
  return { event, properties: once, elements: lazy(() => readElements(once())), person: lazy(person) };
}

/**
 * Compiles steps: steps are combined with OR, the conditions of a step with AND. No steps match nothing; a step
 * without conditions matches everything. Throws InvalidFilterError or InvalidSelectorError.
 */
export function compileSteps(steps: StepConditions[]): Matcher {
  const compiled = steps.map(compileConditions);
  const names = steps.map(({ event }) => event);
  const fields = new Set(compiled.flatMap((conditions) => conditions.map(({ field }) => field)));
  const isOfPerson = (field: string) => field.startsWith('person.');
  const needsProperties = [...fields].some((field) => field !== 'event' && field !== 'url' && !isOfPerson(field));
  return {
    steps: compiled,
    events: names.every(isGiven) ? new Set(names) : null,
    needs: {
      properties: needsProperties,
      url: !needsProperties && fields.has('url'),
      person: [...fields].some(isOfPerson),
    },
    matches: (subject) => compiled.some((conditions) => conditions.every(({ test }) => test(subject))),
  };
}

/** Returns the conditions of a step, cheap ones first. Those on one element are one condition. */
export function compileConditions(step: StepConditions): Condition[] {
  const conditions: Condition[] = [];
  const { event, url, selector } = step;
  if (isGiven(event)) conditions.push({ field: 'event', event, test: (subject) => subject.event === event });
  if (isGiven(url)) {
    const isMatch = urlTest(step.url_matching, url);
    const reads = '$current_url';
    conditions.push({ field: 'url', reads, test: (subject) => isMatch(subject.properties()[reads]) });
  }
  for (const property of propertyFilters(step.properties)) conditions.push(propertyCondition(property));
  const elementTests = elementConditions(step).map(({ test }) => test);
  if (elementTests.length > 0) {
    const isMatch = (element: Element) => elementTests.every((test) => test(element));
    const isAmong = remembered((elements) => elements.some(isMatch));
    conditions.push({ field: 'element', test: (subject) => isAmong(subject.elements()) });
  }
  if (isGiven(selector)) {
    const isMatch = remembered(compileSelector(selector));
    conditions.push({ field: 'selector', test: (subject) => isMatch(subject.elements()) });
  }
  return conditions;
}

/** Caches a test by chain: the same chain is always the same array. */
function remembered(test: (elements: Element[]) => boolean): (elements: Element[]) => boolean {
  const known = new WeakMap<Element[], boolean>();
  return (elements) => {
    const before = known.get(elements);
    if (before !== undefined) return before;
    const verdict = test(elements);
    known.set(elements, verdict);
    return verdict;
  };
}

export const isGiven = (value: string | null): value is string => value !== null && value !== '';

export type ElementCondition = {
  field: 'text' | 'href' | 'tag_name';
  wanted: string;
  of(element: Element): string | null;
  test(element: Element): boolean;
};

/** Returns the conditions that one element must meet together. */
export function elementConditions({ text, href, tag_name: tagName }: StepConditions): ElementCondition[] {
  const parts: Omit<ElementCondition, 'test'>[] = [];
  if (isGiven(text)) parts.push({ field: 'text', wanted: text, of: (element) => element.text });
  if (isGiven(href)) parts.push({ field: 'href', wanted: href, of: (element) => element.href });
  if (isGiven(tagName)) parts.push({ field: 'tag_name', wanted: tagName.toLowerCase(), of: (element) => element.tag });
  return parts.map((part) => ({ ...part, test: (element) => part.of(element) === part.wanted }));
}

/** Tests `$current_url`. A regex is RE2, unanchored, on the first `maxRegexText` characters. */
export function urlTest(matching: UrlMatching, wanted: string): (url: unknown) => boolean {
  if (matching === 'contains') return (url) => typeof url === 'string' && url.includes(wanted);
  if (matching === 'exact') return (url) => url === wanted;
  const isMatch = compileRegex(wanted);
  return (url) => typeof url === 'string' && isMatch(url);
}

function propertyCondition(filter: PropertyFilter): Condition {
  const test = compileProperty(filter);
  if (filter.type === 'person') return { field: `person.${filter.key}`, test: (subject) => test(subject.person()) };
  // A date may be relative to the time of the test.
  const reads = operatorTraits[filter.operator].value === 'date' ? {} : { reads: filter.key };
  return { field: `properties.${filter.key}`, ...reads, test: (subject) => test(subject.properties()) };
}
