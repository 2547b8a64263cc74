import { countWords } from '#server/core/text/numbers-contract.ts';
import type { CheckResult } from '#server/expectations/contract.ts';
import { nearestWords } from '../../src-renderer/actions/preview/nearest-words.ts';
import { expectedCountWords } from '../../src-renderer/expectations/expectation-words.ts';
import { shown, styled } from '../output/shown.ts';

/** A check with the positions of its rules; `file` and `line` are null for stored expectations. */
export type Checked = {
  test_run: string;
  status: CheckResult['status'];
  seconds: number;
  results: CheckedRule[];
};
export type CheckedRule = CheckResult & { file: string | null; line: number | null };

/** Max matching events of a failed rule in the report. */
const maxNamed = 3;

/** Words a check for people. */
export function checkReport({ test_run: testRun, seconds, results }: Checked): string {
  const failed = results.filter(({ status }) => status !== 'passed').length;
  const sums = [`${results.length - failed} passed`, ...(failed > 0 ? [styled('red', `${failed} failed`)] : [])];
  return [
    ...results.flatMap(linesOf),
    `${countWords(results.length, 'expectation')} of test run ${testRun}: ${sums.join(', ')} (${seconds.toFixed(1)} s)`,
  ].join('\n');
}

function linesOf(result: CheckedRule): string[] {
  const isPassed = result.status === 'passed';
  const title = `${isPassed ? styled('green', '✓') : styled('red', '✗')} ${titleOf(result)}`;
  const count = styled('dim', isPassed ? `(${result.found} found)` : whereOf(result));
  return [`${title} ${count}`.trimEnd(), ...(isPassed ? [] : reasonLines(result).map((line) => `    ${line}`))];
}

const whereOf = ({ file, line }: CheckedRule) => (file === null ? '' : `${file}:${line}`);

/** The name of a rule, else its requirement. */
export const titleOf = ({ expectation: { name, event, count } }: CheckResult) =>
  shown(name === '' ? `${expectedCountWords(count)} ${event}` : name);

/** Explains why a rule failed, in lines: the required and found numbers, surplus events, and the nearest miss. */
export function reasonLines({ expectation, found, matches, surplus, nearest }: CheckResult): string[] {
  const { event, count, unique } = expectation;
  const isRepeated = nearest !== null && matches.includes(nearest.uuid) && unique !== null;
  return [
    `expected ${expectedCountWords(count)} ${shown(event)}${isRepeated ? ' without repetition' : ''}, found ${found}`,
    ...(found > 0 && !isRepeated ? foundLines(found, matches, surplus) : []),
    ...(nearest === null ? [] : [`${isRepeated ? 'repeated by' : 'nearest miss'}: ${nearest.uuid}`]),
    ...(nearest?.differences ?? []).map(({ path, property, wanted, got, nearest: change }) => {
      const hint = nearestWords({ field: path, property, nearest: change });
      return `  ${shown(path)}: expected ${shown(wanted)}, got ${shown(got ?? 'nothing')}${hint && `. ${shown(hint)}`}`;
    }),
  ];
}

function foundLines(found: number, matches: string[], surplus: string[]): string[] {
  const allowed = matches.length - surplus.length;
  if (surplus.length === 0 || allowed === 0) return [`found: ${namedOf(matches, found)}`];
  return [`found: ${namedOf(matches, allowed)}`, `too many: ${namedOf(surplus, found - allowed)}`];
}

function namedOf(matches: string[], found: number): string {
  const named = matches.slice(0, Math.min(found, maxNamed)).join(', ');
  return found > maxNamed ? `${named} and ${found - maxNamed} more` : named;
}
