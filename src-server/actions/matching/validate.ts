import { maxConditions } from '../../core/limits.ts';
import { fieldError, validationError } from '../../http/error.ts';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { type StepInput, stepProperty } from '../contract.ts';
import { isGiven, propertyEntries, propertyFilters, urlTest } from './match.ts';
import { InvalidSelectorError, parseSelector } from './selector.ts';

/** Refuses steps that cannot be matched, by the field at fault: a 400, attr `steps__0__selector` and the like. */
export function validateSteps(steps: StepInput[]): void {
  for (const [index, { url, url_matching: matching, selector, properties }] of steps.entries()) {
    const attr = (field: string) => `steps__${index}__${field}`;
    if (isGiven(url)) refuse(attr('url'), () => urlTest(matching, url));
    if (isGiven(selector)) refuse(attr('selector'), () => parseSelector(selector));
    const entries = propertyEntries(properties);
    if (entries.length > maxConditions) {
      const detail = `A step has at most ${maxConditions} properties; this one has ${entries.length}.`;
      throw validationError('max_length', detail, attr('properties'));
    }
    for (const [key, entry] of entries) {
      const parsed = stepProperty.safeParse(entry, { reportInput: true });
      if (parsed.success) continue;
      const { body } = fieldError(parsed.error);
      throw validationError(body.code, body.detail, [attr('properties'), key, body.attr].filter(Boolean).join('__'));
    }
    for (const filter of propertyFilters(properties)) refuse(attr('properties'), () => compileProperty(filter));
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
