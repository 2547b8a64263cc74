import { expectationInput } from '#server/expectations/contract.ts';
import { propertyErrors } from '../../properties/property-errors.ts';
import { propertyEditorWords } from '../../properties/words.ts';
import { type FieldErrors, fieldFinder } from '../../ui/form/field-errors.ts';
import { withIssues } from '../../ui/form/with-issues.ts';
import { type ExpectationForm, inputOf } from './expectation-form.ts';
import { words } from './words.ts';

const { errors: text } = words;

/** Finds the field that shows an error of the server or of `validate`. */
export const fieldOf = fieldFinder([
  /^(?:name|test_run|event|count|after|distinct_id|unique|within|schema)(?=$|__)/,
  /^properties__\d+__(?:key|operator|value)/,
  /^types__\d+__key$/,
]);

/** Returns what is wrong with the form, by field; empty when it can be sent. */
export const validate = (form: ExpectationForm): FieldErrors =>
  withIssues(ownErrors(form), expectationInput, inputOf(form), fieldOf);

/** Returns errors that the contract would explain less well, or would accept although they are mistakes. */
function ownErrors(form: ExpectationForm): FieldErrors {
  const errors: FieldErrors = {};
  if (form.event.trim() === '') errors.event = text.event;
  if (form.countKind !== 'never' && form.count === null) errors.count = text.count;
  if (form.uniqueness === 'property' && form.uniqueProperty.trim() === '') errors.unique = text.unique;
  if (form.within !== null && form.testRun === null) errors.within = text.within;
  if (typeof inputOf(form).schema === 'string') errors.schema = text.schema;
  Object.assign(errors, propertyErrors(form.properties, 'properties'));
  for (const [index, { key }] of form.types.entries()) {
    if (key.trim() === '') errors[`types__${index}__key`] = propertyEditorWords.errors.key;
    else if (form.types.findIndex((other) => other.key === key) < index) errors[`types__${index}__key`] = text.typed;
  }
  return errors;
}
