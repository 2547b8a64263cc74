import type { Prefilter, Traits } from '../../events/prefilter/prefilter.ts';
import { type JsonText, jsonText, keyText, neededTexts } from '../../properties/needed-texts.ts';
import { propertyFilters } from '../contract.ts';
import { isGiven, type StepConditions } from './match.ts';

/** Properties of a step in a prefilter: SQL limits conditions to 1,000 parts. */
const maxProperties = 20;

/** Returns what an event has that matches one of the steps. */
export const prefilterOf = (steps: readonly StepConditions[]): Prefilter => steps.map(traitsOf);

function traitsOf(step: StepConditions): Traits {
  const { event, url, selector, text, href, tag_name: tagName, properties } = step;
  const ofElements = [isGiven(selector) || isGiven(tagName) ? elements : null, elementText(text), elementText(href)];
  const ofProperties = propertyFilters(properties)
    .filter(({ type }) => type !== 'person')
    .slice(0, maxProperties);
  return {
    event: isGiven(event) ? event : null,
    texts: [
      ...(isGiven(url) ? [[urlText(url, step)]] : []),
      ...ofElements.filter((each) => each !== null).map((each) => [each]),
      ...ofProperties.flatMap(neededTexts),
    ],
  };
}

function urlText(url: string, { url_matching: matching }: StepConditions): JsonText {
  const key = keyText('$current_url');
  // A part of a character is written differently.
  if (matching === 'regex' || !url.isWellFormed()) return key;
  const json = JSON.stringify(url);
  return jsonText(matching === 'exact' ? key.text + json : json.slice(1, -1));
}

const elements = jsonText('"$elements');

/** Returns the text of an element if it is the same in JSON, and in an element chain inside it. */
function elementText(value: string | null): JsonText | null {
  if (!isGiven(value)) return null;
  return JSON.stringify(value) === `"${value}"` && value.isWellFormed() ? jsonText(value) : elements;
}
