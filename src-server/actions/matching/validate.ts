import { maxConditions } from '../../core/limits-contract.ts';
import { fieldError, validationError } from '../../http/error.ts';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { filterOfStep, propertyEntries, type StepInput, stepProperty } from '../contract.ts';
import { isGiven, urlTest } from './match.ts';
import { InvalidSelectorError, parseSelector } from './selector.ts';

/** Refuses steps that cannot be compiled: 400 with the field, such as `steps__0__selector`. */
export function validateSteps(steps: StepInput[]): void {
  for (const [index, { url, url_matching: matching, selector, properties }] of steps.entries()) {
    const attr = (field: string) => `steps__${index}__${field}`;
    if (isGiven(url)) refuse(attr('url'), () => urlTest(matching, url));
    if (isGiven(selector)) refuse(attr('selector'), () => parseSelector(selector));
    const entries = propertyEntries(properties);
    if (entries.length > maxConditions) {
      const detail = `\`steps[${index}].properties\` must have at most ${maxConditions} conditions; got ${entries.length}.`;
      throw validationError('max_length', detail, attr('properties'));
    }
    for (const [key, entry] of entries) {
      const { error, data } = stepProperty.safeParse(entry, { reportInput: true });
      if (error !== undefined)
        throw fieldError(error, ['steps', index, 'properties', Array.isArray(properties) ? Number(key) : key]);
      refuse(attr(`properties__${key}__value`), () => compileProperty(filterOfStep(data)));
    }
  }
}

function refuse(attr: string, compile: () => unknown): void {
  try {
    compile();
  } catch (error) {
    if (!(error instanceof InvalidFilterError || error instanceof InvalidSelectorError)) throw error;
    throw validationError('invalid_input', error.message, attr);
  }
}
