import { operatorTraits } from '../../properties/contract.ts';
import type { UrlMatching } from '../contract.ts';
import { isGiven, propertyFilters, type StepConditions } from './match.ts';

/** Of a step's properties, those that SQL looks for: it refuses conditions of more than 1,000 parts. */
const mostProperties = 20;

/** A condition over `events AS e` that holds for every event that can match, and for as few others as SQL can tell. */
export type Prefilter = { sql: string; values: (string | number)[] };

/**
 * What SQL can rule out of stored events before they are read and matched, step by step. `nameId` finds the id of an event name
 * of the project; a step of a name that was never seen matches nothing.
 */
export function prefilterOf(steps: StepConditions[], nameId: (name: string) => number | undefined): Prefilter {
  const parts = steps.map((step) => prefilterStep(step, nameId)).filter((part) => part !== null);
  if (parts.length === 0) return { sql: 'false', values: [] };
  return { sql: parts.map(({ sql }) => `(${sql})`).join(' OR '), values: parts.flatMap(({ values }) => values) };
}

function prefilterStep(step: StepConditions, nameId: (name: string) => number | undefined): Prefilter | null {
  const { event, url, url_matching: matching, selector, text, href, tag_name: tagName, properties } = step;
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const add = (sql: string, ...given: (string | number)[]) => {
    conditions.push(sql);
    values.push(...given);
  };
  if (isGiven(event)) {
    const id = nameId(event);
    if (id === undefined) return null;
    add('e.name_id = ?', id);
  }
  if (isGiven(url)) add(urlConditions[matching], ...(matching === 'regex' ? [] : [url]));
  const has = (part: string) => add('instr(e.properties, ?) > 0', part);
  if (isGiven(selector) || isGiven(tagName)) has('"$elements');
  for (const value of [text, href]) if (isGiven(value)) has(isPlain(value) ? value : '"$elements');
  for (const { key, operator, type } of propertyFilters(properties).slice(0, mostProperties)) {
    if (type !== 'person' && !operatorTraits[operator].negates) has(JSON.stringify(key));
  }
  return { sql: conditions.length === 0 ? 'true' : conditions.join(' AND '), values };
}

const urlConditions: Record<UrlMatching, string> = {
  contains: 'instr(e.current_url, ?) > 0',
  exact: 'e.current_url = ?',
  regex: 'e.current_url IS NOT NULL',
};

/** Whether a text stands in JSON, and in a chain of elements inside it, as it is. */
const isPlain = (text: string) => JSON.stringify(text) === `"${text}"` && text.isWellFormed();
