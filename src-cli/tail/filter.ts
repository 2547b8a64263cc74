import { Option } from '@commander-js/extra-typings';
import { fieldValues } from '../../src-renderer/events/filters/filter-fields.ts';
import { filterQuery } from '../../src-renderer/events/filters/filter-query.ts';
import { parseFilter } from '../../src-renderer/events/filters/filter-tokens.ts';
import { Failure } from '../failure.ts';

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
  const { tokens, problems } = parseFilter(filter.join(' '));
  const [problem] = problems;
  if (problem !== undefined)
    throw new Failure(`Invalid --filter "${problem.text}": ${problem.message}${valuesWords(problem.text)}`);
  return { ...filterQuery(tokens, Date.now()), ...(testRun !== undefined && { test_run: testRun }) };
}

/** Lists the values of a field that has few; the window has them under its field. */
function valuesWords(text: string): string {
  const [, values] = Object.entries(fieldValues).find(([field]) => text.startsWith(`${field}:`)) ?? [];
  return values === undefined ? '' : ` Values: ${values.join(', ')}.`;
}
