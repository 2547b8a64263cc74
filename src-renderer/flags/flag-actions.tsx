import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Flag } from '#server/flags/contract.ts';
import { explainError } from '../app/errors.ts';
import { useProject } from '../projects/current-project.ts';
import { useUpdateFlag } from './queries.ts';

/** What is done to a flag with one click wherever it is listed or shown; each tells that it was done and offers to undo it. */
export function useFlagActions() {
  const project = useProject();
  const update = useUpdateFlag(project.id);
  const setActive = ({ id, key }: Pick<Flag, 'id' | 'key'>, active: boolean) =>
    act({
      done: `${key} is turned ${active ? 'on' : 'off'}`,
      what: `turn ${active ? 'on' : 'off'} ${key}`,
      run: () => update.mutateAsync({ id, active }),
      undo: () => update.mutateAsync({ id, active: !active }),
    });
  const setDeleted = ({ id, key }: Pick<Flag, 'id' | 'key'>, deleted: boolean) =>
    act({
      done: deleted ? `${key} is deleted` : `${key} is restored`,
      what: deleted ? `delete ${key}` : `restore ${key}`,
      run: () => update.mutateAsync({ id, deleted }),
      undo: () => update.mutateAsync({ id, deleted: !deleted }),
    });
  return { setActive, setDeleted };
}

type Act = { done: string; what: string; run: () => Promise<unknown>; undo: () => Promise<unknown> };

/** Resolves to whether it was done. */
async function act({ done, what, run, undo }: Act): Promise<boolean> {
  if (!(await attempt(what, run))) return false;
  const id = `done-${done}`;
  const goBack = () => {
    notifications.hide(id);
    void attempt('undo that', undo);
  };
  notifications.show({
    id,
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
