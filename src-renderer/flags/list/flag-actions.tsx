import { notifications } from '@mantine/notifications';
import { useContext } from 'react';
import type { Flag, FlagOverride } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { attempt, doUndoably, switchDeleted, switchUndoably } from '../../ui/feedback/do-undoably.tsx';
import { useNavigateFromHere } from '../../ui/page/use-navigate-from-here.ts';
import { useClearOverride, useDuplicateFlag, useSetOverride, useUpdateFlag } from '../queries.ts';
import { flagWords } from '../words.ts';
import { FlagUsesContext } from './flag-uses.ts';
import { words } from './words.tsx';

type Turned = Pick<Flag, 'id' | 'key' | 'overrides'>;

/** Returns actions on a flag that take one click; each shows a notice with an undo. */
export function useFlagActions() {
  const project = useProject();
  const navigate = useNavigateFromHere();
  const update = useUpdateFlag(project.id);
  const copy = useDuplicateFlag(project.id);
  const { confirmOff } = useContext(FlagUsesContext);
  const turn = ({ id, key, overrides }: Turned, active: boolean) =>
    switchUndoably({
      noticeId: `flag-${id}`,
      done: words.done.turned(key, active, overrides),
      what: words.failed.turn(key, active),
      to: active,
      set: (to) => update.mutateAsync({ id, active: to }),
    });
  const setActive = (flag: Turned, active: boolean): void => {
    if (active) void turn(flag, true);
    else void confirmOff(flag, () => void turn(flag, false));
  };
  const setDeleted = ({ id, key }: Pick<Flag, 'id' | 'key'>, deleted: boolean) => {
    const set = (to: boolean) => update.mutateAsync({ id, deleted: to });
    return switchDeleted({ noticeId: `flag-${id}`, name: key, words, to: deleted, set });
  };
  /** Opens the copy. */
  const duplicate = ({ id, key }: Pick<Flag, 'id' | 'key'>) =>
    attempt(words.failed.duplicate(key), async () => {
      const made = await copy.mutateAsync(id);
      notifications.show({ message: words.duplicated(made.key) });
      await navigate({ to: '/feature-flags/$flagId', params: { flagId: made.id } });
    });
  return { setActive, setDeleted, duplicate };
}

/** Clears an override, and shows a notice with an undo. */
export function useOverrideActions() {
  const project = useProject();
  const set = useSetOverride(project.id);
  const remove = useClearOverride(project.id);
  const clear = ({ id, flag_id: flagId, flag_key: key, distinct_id, value }: FlagOverride) =>
    doUndoably({
      noticeId: `override-${id}`,
      done: words.done.cleared(key, distinct_id ?? flagWords.everyone),
      what: words.failed.clear(key),
      run: () => remove.mutateAsync({ flagId, id }),
      undo: () => set.mutateAsync({ flagId, distinct_id, value }),
    });
  return { clear };
}
