import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../projects/current-project.ts';
import { expectationsByRunQuery } from '../queries.ts';
import { ExpectationStatus } from './expectation-status.tsx';
import { worstOf } from './status-counts.ts';
import { expectationCheckWords } from './words.ts';

/** Shows the status of a test run's expectations, in a row of the list of test runs. */
export function RunSummary({ name }: { name: string }) {
  const { data } = useQuery(expectationsByRunQuery(useProject().id));
  const expectations = data?.get(name) ?? [];
  const worst = worstOf(expectations);
  if (worst === null) return expectationCheckWords.none;
  return (
    <ExpectationStatus quiet status={worst.status}>
      {expectationCheckWords.share(worst.count, expectations.length, worst.status)}
    </ExpectationStatus>
  );
}
