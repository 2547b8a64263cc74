import { useQuery } from '@tanstack/react-query';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { attempt, doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { eventTitle } from '../reason-words.ts';
import { pinsQuery, usePin, useUnpin } from './queries.ts';
import { words } from './words.ts';

/** Returns the pinned events of this project, the last pinned first. */
export function usePins() {
  const project = useProject();
  const { data } = useQuery(pinsQuery(project.id));
  const isReadOnly = useRefusal('write') !== undefined;
  const [pin, unpin] = [usePin(project.id), useUnpin(project.id)];
  const pins = data?.results ?? [];
  const uuids = pins.map(({ uuid }) => uuid);
  const toggle = (uuid: string) => {
    if (isReadOnly || data === undefined) return;
    const pinned = pins.find((one) => one.uuid === uuid);
    if (pinned === undefined) return void attempt(words.failed.pin, () => pin.mutateAsync({ uuid }));
    const run = () => unpin.mutateAsync(uuid);
    const what = words.failed.unpin;
    // Without a note nothing is lost, and an event that is gone cannot be pinned again: the strip has asked.
    if (pinned.note === '' || pinned.is_gone) return void attempt(what, run);
    const done = words.unpinned(eventTitle({ ...pinned, count: 1 }));
    const undo = () => pin.mutateAsync({ uuid, note: pinned.note });
    void doUndoably({ noticeId: `pin-${uuid}`, done, what, run, undo });
  };
  return { pins, uuids, toggle };
}
