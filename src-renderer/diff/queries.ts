import { type DiffMask, diffMasks, eventDiff, type RunDiffQuery, runDiff } from '#server/diff/contract.ts';
import { post } from '../api/api.ts';
import { readQuery } from '../api/read-query.ts';
import { useChange } from '../api/use-change.ts';
import { diffWords } from './words.ts';

const root = (projectId: number) => ['diff', projectId] as const;
const path = (projectId: number) => `/api/projects/${projectId}/`;

/** `compareWith`: as the parameter `with`. */
export const eventDiffQuery = (projectId: number, uuid: string, compareWith: string) =>
  readQuery([...root(projectId), 'event', uuid, compareWith], `${path(projectId)}events/${uuid}/diff/`, eventDiff, {
    query: { with: compareWith },
    what: diffWords.what,
  });

/** `query`: which sides, as the API names them. */
export const runsDiffQuery = (projectId: number, query: { [Name in keyof RunDiffQuery]?: string | undefined }) =>
  readQuery([...root(projectId), 'runs', query], `${path(projectId)}diff/`, runDiff, { query, what: diffWords.what });

/** Sets one mask; every comparison is made anew. */
export const useSetMask = (projectId: number) =>
  useChange(root(projectId), (mask: DiffMask) => post(`${path(projectId)}diff/masks/`, mask, diffMasks));
