import { operatorTraits } from '../../properties/contract.ts';
import { propertyFilters, type UrlMatching } from '../contract.ts';
import { isGiven, type StepConditions } from './match.ts';

/** Properties of a step used in SQL, which limits conditions to 1,000 parts. */
const maxProperties = 20;

/** A condition on `events AS e` that is true for every event that can match, and for few others. */
export type Prefilter = { sql: string; values: (string | number)[] };

/**
 * Excludes stored events in SQL before they are read and matched. `nameId` returns the id of an event name; a step with an
 * unknown name matches nothing.
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
  if (isGiven(url)) {
    // SQLite stores lone surrogates differently.
    const condition = url.isWellFormed() ? matching : 'regex';
    add(urlConditions[condition], ...(condition === 'regex' ? [] : [url]));
  }
  const has = (part: string) => add('instr(e.properties, ?) > 0', part);
  if (isGiven(selector) || isGiven(tagName)) has('"$elements');
  for (const value of [text, href]) if (isGiven(value)) has(isPlain(value) ? value : '"$elements');
  for (const { key, operator, type } of propertyFilters(properties).slice(0, maxProperties)) {
    if (type !== 'person' && !operatorTraits[operator].negates) has(JSON.stringify(key));
  }
  return { sql: conditions.length === 0 ? 'true' : conditions.join(' AND '), values };
}

/** The column of the URL in rows of older versions. */
const storedUrl = `ifnull(e.current_url, e.properties ->> '$."$current_url"')`;
const urlConditions: Record<UrlMatching, string> = {
  contains: `instr(${storedUrl}, ?) > 0`,
  exact: `${storedUrl} = ?`,
  regex: `${storedUrl} IS NOT NULL`,
};

/** Tests whether a text appears in JSON, and in an element chain inside it. */
const isPlain = (text: string) => JSON.stringify(text) === `"${text}"` && text.isWellFormed();
