import type { JsonObject } from '#server/core/contract.ts';
import {
  type PlanSettings,
  type PlanViolationsQuery,
  planDocument,
  planEvent,
  planEventList,
  planLock,
  planSettings,
  planViolationList,
} from '#server/tracking-plan/contract.ts';
import { download, patch, put, remove } from '../api/api.ts';
import { featureKeys } from '../api/feature-keys.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { readQuery } from '../api/read-query.ts';
import { useChange } from '../api/use-change.ts';
import { planWords } from './words.ts';

const { queries: what } = planWords;
/** Counts change with each event. */
const PLAN_REFRESH_MS = 3_000;

const keys = featureKeys('tracking-plan');

const path = (projectId: number) => `/api/projects/${projectId}/tracking_plan/`;

/** Events of the plan, by name, in pages. `isLocked`: null for both. */
export function planEventsQuery(projectId: number, search: string, isLocked: boolean | null) {
  return pagesQuery(keys.all(projectId, 'list', search, isLocked), `${path(projectId)}events/`, planEventList, {
    query: { search, ...(isLocked !== null && { is_locked: String(isLocked) }) },
    what: what.events,
    keepsPrevious: true,
    refreshEvery: PLAN_REFRESH_MS,
  });
}

export function planEventQuery(projectId: number, event: string) {
  return readQuery(keys.one(projectId, event), `${path(projectId)}event/`, planEvent, {
    query: { event },
    what: what.event,
    refreshEvery: PLAN_REFRESH_MS,
  });
}

/** Loads violations of the plan, last seen first, in pages. */
export function violationsQuery(projectId: number, filter: PlanViolationsQuery) {
  return pagesQuery(keys.all(projectId, 'violations', filter), `${path(projectId)}violations/`, planViolationList, {
    query: { ...filter },
    what: what.violations,
    keepsPrevious: true,
    refreshEvery: PLAN_REFRESH_MS,
  });
}

export function planSettingsQuery(projectId: number) {
  return readQuery(keys.all(projectId, 'settings'), `${path(projectId)}settings/`, planSettings, {
    what: what.settings,
    refreshEvery: PLAN_REFRESH_MS,
  });
}

export function useChangePlanSettings(projectId: number) {
  return useChange(keys.all(projectId), (settings: Partial<PlanSettings>) =>
    patch(`${path(projectId)}settings/`, settings, planSettings),
  );
}

export const downloadPlan = (projectId: number): Promise<Blob> => download(`${path(projectId)}document/`);

export function useImportPlan(projectId: number) {
  return useChange(keys.all(projectId), (document: unknown) =>
    put(`${path(projectId)}document/`, document, planDocument),
  );
}

/** Locks an event; without a schema by that of its stored events. */
export function useLock(projectId: number) {
  return useChange(keys.all(projectId), (input: { event: string; schema?: JsonObject }) =>
    put(`${path(projectId)}lock/`, input, planLock),
  );
}

export function useUnlock(projectId: number) {
  return useChange(keys.all(projectId), (event: string) =>
    remove(`${path(projectId)}lock/?event=${encodeURIComponent(event)}`),
  );
}
