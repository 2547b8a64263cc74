import { Option } from '@commander-js/extra-typings';
import { fieldValues } from '../../src-renderer/events/filters/filter-fields.ts';
import { filterQuery } from '../../src-renderer/events/filters/filter-query.ts';
import { printToken, readFilter, withToken } from '../../src-renderer/events/filters/filter-tokens.ts';
import { Failure } from '../failure.ts';
import { testRunEnv } from '../test-run/option.ts';

export const filterOption = () =>
  new Option('--filter <line>', 'only rows that meet all conditions of the line; repeatable').argParser(addLine);

const addLine = (line: string, before: string[] = []) => [...before, line];

/** Returns the query of filter lines. Throws Failure. */
export function queryOfFilter({
  filter = [],
  testRun,
}: {
  filter?: string[];
  testRun?: string;
}): Record<string, string> {
  const lines = filter.map(readFilter);
  const tokens = lines.flatMap((line) => line.tokens);
  const [problem] = lines.flatMap((line) => line.problems);
  if (problem !== undefined)
    throw new Failure(`Invalid --filter "${problem.text}": ${problem.message}${valuesWords(problem.text)}`);
  // The filter bar of the window replaces a condition by the next of its kind; here that would ignore one.
  for (const [at, token] of tokens.entries()) {
    const replaced = tokens.slice(0, at).find((one) => !withToken([one], token).includes(one));
    if (replaced !== undefined && printToken(replaced) !== printToken(token))
      throw new Failure(`Invalid --filter "${printToken(replaced)}": It is replaced by "${printToken(token)}".`);
  }
  const query = filterQuery(tokens, Date.now());
  if (testRun === undefined) return query;
  const { test_run: filtered = testRun } = query;
  if (filtered !== testRun)
    throw new Failure(
      `Invalid --filter "test_run:${filtered}": --test-run, or ${testRunEnv}, is ${JSON.stringify(testRun)}.`,
    );
  return { ...query, test_run: testRun };
}

/** Lists the values of a field that has few; the window has them under its field. */
function valuesWords(text: string): string {
  const [, values] = Object.entries(fieldValues).find(([field]) => text.startsWith(`${field}:`)) ?? [];
  return values === undefined ? '' : ` Values: ${values.join(', ')}.`;
}
