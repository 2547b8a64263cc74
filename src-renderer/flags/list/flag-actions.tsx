import type { Flag, FlagOverride } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { useClearOverride, useSetOverride, useUpdateFlag } from '../queries.ts';

/** What is done to a flag with one click wherever it is listed or shown; each tells that it was done and offers to undo it. */
export function useFlagActions() {
  const project = useProject();
  const update = useUpdateFlag(project.id);
  const setActive = ({ id, key }: Pick<Flag, 'id' | 'key'>, active: boolean) =>
    doUndoably({
      noticeId: `flag-${id}`,
      done: `${key} is turned ${active ? 'on' : 'off'}`,
      what: `turn ${active ? 'on' : 'off'} ${key}`,
      run: () => update.mutateAsync({ id, active }),
      undo: () => update.mutateAsync({ id, active: !active }),
    });
  const setDeleted = ({ id, key }: Pick<Flag, 'id' | 'key'>, deleted: boolean) =>
    doUndoably({
      noticeId: `flag-${id}`,
      done: deleted ? `${key} is deleted` : `${key} is restored`,
      what: deleted ? `delete ${key}` : `restore ${key}`,
      run: () => update.mutateAsync({ id, deleted }),
      undo: () => update.mutateAsync({ id, deleted: !deleted }),
    });
  return { setActive, setDeleted };
}

/** Clearing an override tells so, and offers to set it again. */
export function useOverrideActions() {
  const project = useProject();
  const set = useSetOverride(project.id);
  const remove = useClearOverride(project.id);
  const clear = ({ id, flag_id: flagId, flag_key: key, distinct_id, value }: FlagOverride) =>
    doUndoably({
      noticeId: `override-${id}`,
      done: `The override of ${key} for ${distinct_id ?? 'everyone'} is cleared`,
      what: `clear the override of ${key}`,
      run: () => remove.mutateAsync({ flagId, id }),
      undo: () => set.mutateAsync({ flagId, distinct_id, value }),
    });
  return { clear };
}
