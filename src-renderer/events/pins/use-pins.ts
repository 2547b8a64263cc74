import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { ApiFailure } from '../../api/errors.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { attempt, doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { eventKeys } from '../queries.ts';
import { eventTitle } from '../reason-words.ts';
import { pinsQuery, putPin, usePin, useUnpin } from './queries.ts';
import { words } from './words.ts';

/** Returns the pinned events of this project, the last pinned first. */
export function usePins() {
  const project = useProject();
  const { data } = useQuery(pinsQuery(project.id));
  const isReadOnly = useRefusal('write') !== undefined;
  const [pin, unpin] = [usePin(project.id), useUnpin(project.id)];
  useTakeOver(project.id, isReadOnly);
  const pins = data?.results ?? [];
  const uuids = pins.map(({ uuid }) => uuid);
  const toggle = (uuid: string) => {
    if (isReadOnly || data === undefined) return;
    const pinned = pins.find((one) => one.uuid === uuid);
    if (pinned === undefined) return void attempt(words.failed.pin, () => pin.mutateAsync({ uuid }));
    const run = () => unpin.mutateAsync(uuid);
    const what = words.failed.unpin;
    // Without a note nothing is lost, and an event that is gone cannot be pinned again.
    if (pinned.note === '' || pinned.is_gone) return void attempt(what, run);
    const done = words.unpinned(eventTitle({ ...pinned, count: 1 }));
    const undo = () => pin.mutateAsync({ uuid, note: pinned.note });
    void doUndoably({ noticeId: `pin-${uuid}`, done, what, run, undo });
  };
  return { pins, uuids, toggle };
}

const uuidList = z.array(z.uuid());

/** Moves the pins that older versions kept in this browser to the server. */
function useTakeOver(projectId: number, isReadOnly: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    const key = `benchtop-live-pins-${projectId}`;
    const stored = isReadOnly ? null : localStorage.getItem(key);
    if (stored === null) return;
    // Removed first, so that another tab does not send them as well.
    localStorage.removeItem(key);
    const move = async () => {
      const oldestFirst = readUuids(stored).toReversed();
      for (const [index, uuid] of oldestFirst.entries()) {
        try {
          await putPin(projectId, { uuid });
        } catch (error) {
          // An event that is gone, or one too many, is left behind.
          if (error instanceof ApiFailure && error.status < 500) continue;
          localStorage.setItem(key, JSON.stringify(oldestFirst.slice(index).toReversed()));
          break;
        }
      }
      await client.invalidateQueries({ queryKey: eventKeys.pins(projectId) });
    };
    void move();
  }, [client, projectId, isReadOnly]);
}

function readUuids(stored: string): string[] {
  try {
    return uuidList.parse(JSON.parse(stored));
  } catch {
    return [];
  }
}
