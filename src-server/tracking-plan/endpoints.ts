import { withoutAbsent } from '../core/without-absent.ts';
import { asking, changing, type Endpoint, listing } from '../http/endpoint.ts';
import { orNotFound } from '../http/error.ts';
import {
  type PlanSettings,
  planEvent,
  planEventList,
  planEventQuery,
  planEventsQuery,
  planSettings,
  planSettingsUpdate,
  planViolationList,
  planViolationsQuery,
} from './contract.ts';
import { type LockParts, lockEndpoints, planEndpoint, planPath } from './locking/lock-endpoints.ts';
import type { SettingsStore } from './settings-store.ts';

type Parts = LockParts & {
  settings: SettingsStore;
  settingsChanged(projectId: number, before: PlanSettings): void;
  /** Reports whether stored events of a name, or of any, are not counted yet. */
  isCounting(projectId: number, event?: string): boolean;
};

export const trackingPlanEndpoints = (parts: Parts): Endpoint[] => [
  ...reading(parts),
  ...settings(parts),
  ...lockEndpoints(parts),
];

const reading = ({ queries, locks, flush, isCounting }: Parts): Endpoint[] => [
  planEndpoint(
    `GET ${planPath}events/`,
    {
      summary: 'List the events of the tracking plan with their properties, by name',
      ...listing(planEventsQuery, planEventList),
    },
    async ({ projectId, query, page }) => {
      await flush();
      const isLocked = query.is_locked === undefined ? null : query.is_locked === 'true';
      const { total, results } = await queries.plan({ projectId, search: query.search, isLocked, page });
      return { total, results: results.map((each) => ({ ...each, is_counting: isCounting(projectId, each.event) })) };
    },
  ),
  planEndpoint(
    `GET ${planPath}event/`,
    {
      summary: 'Read an event of the tracking plan',
      ...asking(planEventQuery, planEvent, { event: '$pageview' }),
    },
    async ({ projectId, query: { event } }) => {
      await flush();
      const read = orNotFound(await queries.event({ projectId, event }), 'No such event in the tracking plan.');
      return { ...read, is_counting: isCounting(projectId, event), lock: locks.lock(projectId, event) ?? null };
    },
  ),
  planEndpoint(
    `GET ${planPath}violations/`,
    {
      summary: 'List violations of the tracking plan by event and build, most recent first',
      ...listing(planViolationsQuery, planViolationList),
    },
    async ({ projectId, query, page }) => {
      await flush();
      return queries.violations({ projectId, query, page });
    },
  ),
];

const settings = ({ settings: { settingsOf, change }, settingsChanged, isCounting, flush }: Parts): Endpoint[] => [
  planEndpoint(
    `GET ${planPath}settings/`,
    { summary: 'Read the settings of the tracking plan', answer: planSettings },
    ({ projectId }) => ({ ...settingsOf(projectId), is_counting: isCounting(projectId) }),
  ),
  planEndpoint(
    `PATCH ${planPath}settings/`,
    {
      summary: 'Change the settings of the tracking plan; stored events are counted again in the background',
      ...changing(planSettingsUpdate, planSettings, { build_property: 'release' }),
    },
    async ({ projectId, body }) => {
      await flush();
      const before = settingsOf(projectId);
      change(projectId, { ...before, ...withoutAbsent(body) });
      settingsChanged(projectId, before);
      return { ...settingsOf(projectId), is_counting: isCounting(projectId) };
    },
  ),
];
