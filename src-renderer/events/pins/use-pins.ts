import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { ApiFailure, explainError } from '../../api/errors.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { uiWords } from '../../ui/words.ts';
import { eventKeys } from '../queries.ts';
import { pinsQuery, putPin, usePin, useUnpin } from './queries.ts';
import { words } from './words.ts';

/** The pinned events of this project, the last pinned first. */
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
    const isPinned = uuids.includes(uuid);
    const what = isPinned ? words.failed.unpin : words.failed.pin;
    const say = (error: unknown) =>
      notifications.show({ color: 'red', title: uiWords.couldNot(what), message: explainError(error).message });
    (isPinned ? unpin : pin).mutate(uuid, { onError: say });
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
          await putPin(projectId, uuid);
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
