import { jsonTypeOf } from '#server/core/json/json-type-contract.ts';
import type { EventDetail } from '#server/events/contract.ts';
import { isSdkProperty } from '#server/events/sdk-property-contract.ts';
import { newPropertyRow } from '../../actions/editor/action-form.ts';
import { type ExpectationForm, newForm, newType } from './expectation-form.ts';

/** Longer texts are content, which differs in the next event. */
const maxValueLength = 40;
const idKey = /(^|[_-])(id|uuid|guid|token|hash|key|session|nonce)$|Id$|ID$|Uuid$/;
const timeKey = /(^|[_-])(at|time|timestamp|date|duration|ms)$|At$|Time$|Timestamp$|Date$/;
/** The next build has another. */
const buildKey = /(^|[_-])(version|build|release|commit)$|Version$|Build$/;
/** A date, a UUID, an address, or a text with many digits: generated for each event. */
const generated = /^\d{4}-\d{2}-\d{2}|^[\da-f]{8}-[\da-f]{4}-|:\/\/|@|\d.*\d.*\d.*\d/i;

/**
 * Returns an expectation of exactly one event like this one: by the values that tell it from others (short texts, true and false),
 * and by the types of its other properties, whose values differ each time. Properties of SDKs are left out.
 */
export function expectationFormFromEvent({
  event,
  properties,
  test_run: testRun,
}: Pick<EventDetail, 'event' | 'properties' | 'test_run'>): ExpectationForm {
  const own = Object.entries(properties).filter(([key]) => !isSdkProperty(key));
  const [values, others] = [true, false].map((isValue) =>
    own.filter(([key, value]) => tellsApart(key, value) === isValue),
  );
  return {
    ...newForm(testRun),
    event: event ?? '',
    properties: (values ?? []).map(([key, value]) => ({ ...newPropertyRow('event'), isTyped: false, key, value })),
    types: (others ?? []).map(([key, value]) => newType({ key, type: jsonTypeOf(value) })),
  };
}

function tellsApart(key: string, value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value !== 'string' || value === '' || value.length > maxValueLength) return false;
  return ![idKey, timeKey, buildKey].some((other) => other.test(key)) && !generated.test(value);
}
