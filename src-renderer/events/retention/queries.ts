import { retention, retentionPreview } from '#server/events/retention/retention-contract.ts';
import { patch, post } from '../../api/api.ts';
import { readQuery } from '../../api/read-query.ts';
import { useChange } from '../../api/use-change.ts';
import { retentionWords } from './words.tsx';

const path = (projectId: number) => `/api/projects/${projectId}/event_retention/`;
const key = (projectId: number) => ['event-retention', projectId] as const;

/** Loads how long the events of a project are kept, and which were deleted. */
export const retentionQuery = (projectId: number) =>
  readQuery(key(projectId), path(projectId), retention, { what: retentionWords.what });

/** Returns what keeping events for these days would delete now. */
export const previewRetention = (projectId: number, days: number) =>
  post(`${path(projectId)}preview/`, { keep_days: days }, retentionPreview);

export const useKeepDays = (projectId: number) =>
  useChange(key(projectId), (days: number | null) => patch(path(projectId), { keep_days: days }, retention));
