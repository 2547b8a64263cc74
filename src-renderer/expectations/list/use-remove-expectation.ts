import { type ExpectationInput, expectationInput } from '#server/expectations/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { titleInQuotes } from '../expectation-words.ts';
import { useAddExpectation, useDeleteExpectation } from '../queries.ts';
import { expectationCheckWords } from '../status/words.ts';

type Stored = ExpectationInput & { id: number };

/** Returns a function that deletes an expectation, and offers to add it again; `leave` leaves its page. */
export function useRemoveExpectation({ id, ...expectation }: Stored, leave?: () => Promise<unknown>) {
  const input = expectationInput.strip().parse(expectation);
  const project = useProject();
  const add = useAddExpectation(project.id);
  const deletion = useDeleteExpectation(project.id, id, leave);
  return () =>
    doUndoably({
      noticeId: `expectation-${id}`,
      done: expectationCheckWords.deleted(titleInQuotes(input)),
      what: expectationCheckWords.deleteFailed,
      run: () => deletion.mutateAsync(),
      undo: () => add.mutateAsync(input),
    });
}
