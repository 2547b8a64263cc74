import type { IncomingMessage } from 'node:http';
import { maskKeys } from '../core/mask-keys.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import { testRunInPath } from '../http/test-run-path.ts';
import { type TestRunWarning, testRunName, testRunNameRule, testRunPlaces } from './contract.ts';

const { header, query: parameter } = testRunPlaces;

/** The test run that a request or an event names. `name` is null for an invalid name: it then belongs to no run. */
export type SentRun = { name: string } | { name: null; warning: TestRunWarning };

/**
 * Returns the test run that a request names: the first of the header, the query and the path. Events that name their own run
 * belong to that one.
 */
export function runOfRequest(message: IncomingMessage, query: URLSearchParams): SentRun | undefined {
  return (
    sentRun(message.headers[header.toLowerCase()], `in the header ${header}`) ??
    sentRun(query.get(parameter), `in the query parameter ${parameter}`) ??
    sentRun(testRunInPath(message), 'in the path')
  );
}

/** Returns the test run that a value names; none for an empty one, such as an unset variable. */
export function sentRun(value: unknown, where: string): SentRun | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && testRunName.safeParse(value).success && maskKeys(value) === value) {
    return { name: value };
  }
  const detail = `The test run ${where} must be ${testRunNameRule}; got ${quoteSent(value)}. Nothing was assigned to a test run.`;
  return { name: null, warning: { code: 'invalid_test_run', detail } };
}
