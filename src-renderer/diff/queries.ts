import { queryOptions } from '@tanstack/react-query';
import { type DiffMask, diffMasks, eventDiff, type RunDiffQuery, runDiff } from '#server/diff/contract.ts';
import { post, remove } from '../api/api.ts';
import { isNotFound } from '../api/errors.ts';
import { readQuery } from '../api/read-query.ts';
import { useChange } from '../api/use-change.ts';
import { diffWords } from './words.ts';

const root = (projectId: number) => ['diff', projectId] as const;
const path = (projectId: number) => `/api/projects/${projectId}/`;

/** Loads the comparison of two events. `compareWith`: as the parameter `with`. */
export const eventDiffQuery = (projectId: number, uuid: string, compareWith: string) =>
  readQuery([...root(projectId), 'event', uuid, compareWith], `${path(projectId)}events/${uuid}/diff/`, eventDiff, {
    query: { with: compareWith },
    what: diffWords.what,
  });

type Sides = { [Name in keyof RunDiffQuery]?: string | undefined };

/**
 * Loads a comparison of `sides`, named as in the API. `arrived`: the known numbers of their events; when these change, it is
 * loaded again, and the previous answer stays meanwhile.
 */
export function runsDiffQuery(projectId: number, sides: Sides, arrived: readonly (number | null)[]) {
  const ofSides = [...root(projectId), 'runs', JSON.stringify(sides)];
  const options = { query: sides, what: diffWords.what };
  return queryOptions({
    ...readQuery([...ofSides, arrived], `${path(projectId)}diff/`, runDiff, options),
    // A followed comparison has a new key every few seconds.
    gcTime: 10_000,
    placeholderData: (before, query) => (query?.queryKey[ofSides.length - 1] === ofSides.at(-1) ? before : undefined),
  });
}

const masksPath = (projectId: number) => `${path(projectId)}diff/masks/`;

/** Loads the masks of the project, and those of SDKs. */
export const diffMasksQuery = (projectId: number) =>
  readQuery([...root(projectId), 'masks'], masksPath(projectId), diffMasks, { what: diffWords.masksTitle });

export type MaskChange = { set: DiffMask } | { remove: Pick<DiffMask, 'event' | 'property'> };

/** Sets or removes a mask of the project; every comparison is loaded again. */
export const useChangeMask = (projectId: number) =>
  useChange(root(projectId), async (change: MaskChange) => {
    if ('set' in change) await post(masksPath(projectId), change.set, diffMasks);
    else await removeMask(projectId, change.remove);
  });

/** Removes a mask; another window may have done so already. */
async function removeMask(projectId: number, { event, property }: Pick<DiffMask, 'event' | 'property'>): Promise<void> {
  const query = { property, ...(event !== null && { event }) };
  await remove(masksPath(projectId), { query }).catch((error) => {
    if (!isNotFound(error)) throw error;
  });
}
