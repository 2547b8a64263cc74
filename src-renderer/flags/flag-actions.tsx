import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Flag, FlagOverride } from '#server/flags/contract.ts';
import { explainError } from '../app/errors.ts';
import { useProject } from '../projects/current-project.ts';
import { useClearOverride, useSetOverride, useUpdateFlag } from './queries.ts';

/** What is done to a flag with one click wherever it is listed or shown; each tells that it was done and offers to undo it. */
export function useFlagActions() {
  const project = useProject();
  const update = useUpdateFlag(project.id);
  const setActive = ({ id, key }: Pick<Flag, 'id' | 'key'>, active: boolean) =>
    act({
      noticeId: `flag-${id}`,
      done: `${key} is turned ${active ? 'on' : 'off'}`,
      what: `turn ${active ? 'on' : 'off'} ${key}`,
      run: () => update.mutateAsync({ id, active }),
      undo: () => update.mutateAsync({ id, active: !active }),
    });
  const setDeleted = ({ id, key }: Pick<Flag, 'id' | 'key'>, deleted: boolean) =>
    act({
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
    act({
      noticeId: `override-${id}`,
      done: `The override of ${key} for ${distinct_id ?? 'everyone'} is cleared`,
      what: `clear the override of ${key}`,
      run: () => remove.mutateAsync({ flagId, id }),
      undo: () => set.mutateAsync({ flagId, distinct_id, value }),
    });
  return { clear };
}

type Act = { noticeId: string; done: string; what: string; run: () => Promise<unknown>; undo: () => Promise<unknown> };

/** Resolves to whether it was done. */
async function act({ noticeId, done, what, run, undo }: Act): Promise<boolean> {
  if (!(await attempt(what, run))) return false;
  const goBack = () => {
    notifications.hide(noticeId);
    void attempt('undo that', undo);
  };
  // A flag has one notice, of what was done last: an older one would undo something else.
  notifications.hide(noticeId);
  notifications.show({
    id: noticeId,
    autoClose: 10_000,
    message: (
      <>
        {done}.{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={goBack}>
          Undo
        </Anchor>
      </>
    ),
  });
  return true;
}

async function attempt(what: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const { message, hint } = explainError(error);
    notifications.show({ color: 'red', title: `Could not ${what}`, message: `${message} ${hint}` });
    return false;
  }
}
