import { type Pin, pin, pinList } from '#server/events/pins/pin-contract.ts';
import { patch, put, remove } from '../../api/api.ts';
import { readQuery } from '../../api/read-query.ts';
import { useChange } from '../../api/use-change.ts';
import { eventKeys } from '../queries.ts';
import { words } from './words.ts';

/** Other windows pin, too. */
const PINS_REFRESH_MS = 2_000;
const path = (projectId: number) => `/api/projects/${projectId}/pins/`;

/** Loads the pinned events, the last pinned first. */
export const pinsQuery = (projectId: number) =>
  readQuery(eventKeys.pins(projectId), path(projectId), pinList, {
    what: words.queries.pins,
    refreshEvery: PINS_REFRESH_MS,
  });

type Pinned = { uuid: string; note?: string };

export const usePin = (projectId: number) =>
  useChange(eventKeys.pins(projectId), ({ uuid, ...body }: Pinned) => put(`${path(projectId)}${uuid}/`, body, pin));

export const useUnpin = (projectId: number) =>
  useChange(eventKeys.pins(projectId), (uuid: string) => remove(`${path(projectId)}${uuid}/`));

export const useSetNote = (projectId: number) =>
  useChange(eventKeys.pins(projectId), ({ uuid, note }: Pick<Pin, 'uuid' | 'note'>) =>
    patch(`${path(projectId)}${uuid}/`, { note }, pin),
  );
