import type { ExpectationInput } from '#server/expectations/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { titleWords } from '../expectation-words.ts';
import { useAddExpectation, useDeleteExpectation } from '../queries.ts';
import { words } from '../status/words.ts';

/** Returns a function that deletes an expectation, and offers to add it again. */
export function useRemoveExpectation() {
  const project = useProject();
  const add = useAddExpectation(project.id);
  const deletion = useDeleteExpectation(project.id);
  return ({ id, ...expectation }: ExpectationInput & { id: number }) =>
    doUndoably({
      noticeId: `expectation-${id}`,
      done: words.deleted(titleWords(expectation)),
      what: words.deleteFailed,
      run: () => deletion.mutateAsync(id),
      undo: () => add.mutateAsync(expectation),
    });
}
