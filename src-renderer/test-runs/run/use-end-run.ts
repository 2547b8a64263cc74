import { endedNow, type TestRun } from '#server/test-runs/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { useUpdateTestRun } from '../queries.ts';
import { testRunWords } from '../words.ts';

const { done, failed } = testRunWords;

/** Returns a function that ends a test run, or lets it go on, and offers to undo it. */
export function useEndRun() {
  const update = useUpdateTestRun(useProject().id);
  return ({ name, ended_at: endedAt }: Pick<TestRun, 'name' | 'ended_at'>) => {
    const set = (ended_at: string | null) => update.mutateAsync({ name, ended_at });
    const isEnding = endedAt === null;
    return doUndoably({
      noticeId: `test-run-${name}`,
      done: isEnding ? done.ended(name) : done.resumed(name),
      what: isEnding ? failed.end : failed.resume,
      run: () => set(isEnding ? endedNow : null),
      undo: () => set(endedAt),
    });
  };
}
