import type { FeatureCore } from '../database/feature-core.ts';
import type { Taken } from '../projects/definitions/definition-table.ts';
import { createSchemas } from '../properties/json-schema.ts';
import type { PlanSettings } from './contract.ts';
import { CatchUp } from './counting/catch-up.ts';
import { PlanCounter } from './counting/plan-counter.ts';
import { readBehind } from './counting/read-counts.ts';
import { trackingPlanEndpoints } from './endpoints.ts';
import { createLockStore } from './locking/lock-store.ts';
import type { TrackingPlanQueries } from './queries.ts';
import { createSettingsStore } from './settings-store.ts';
import { PlanCheck } from './violations/plan-check.ts';

type Core = FeatureCore<{ trackingPlan: TrackingPlanQueries }>;

/** Creates the tracking plan: known events and their properties, and which events violate it. */
export function createTrackingPlan({ database, writer, clock, report, queries: { trackingPlan: queries } }: Core) {
  const settings = createSettingsStore(database);
  const { settingsOf } = settings;
  const schemaOf = createSchemas();
  const counter = new PlanCounter({
    database,
    writer,
    settingsOf,
    report,
    behind: (name, isRemoval) => catchUp.add(name, isRemoval),
  });
  const catchUp: CatchUp = new CatchUp({
    counter,
    writer,
    queries,
    settingsOf,
    setBuild: (of) => check.setBuild(of),
    report,
    behind: (projectId) => readBehind(database, projectId),
  });
  const locks = createLockStore(database, clock, (projectId) => check.changed(projectId));
  const check: PlanCheck = new PlanCheck({ database, locks, settingsOf, schemaOf });
  const settingsChanged = (projectId: number, before: PlanSettings) => {
    if (settingsOf(projectId).build_property !== before.build_property) counter.store.outdateAll(projectId);
    counter.reload(projectId);
    if (settingsOf(projectId).is_enabled) catchUp.find(projectId);
  };
  return {
    observers: [counter, check],
    check: check.warningsOf,
    endpoints: trackingPlanEndpoints({
      locks,
      queries,
      schemaOf,
      settings,
      flush: () => counter.writeNow(),
      isCounting: (...of) => catchUp.isCounting(...of),
      settingsChanged,
    }),
    definitionsTaken({ rows }: Taken) {
      locks.definitionsTaken(rows);
      for (const { table, projectId } of rows) {
        if (table !== 'plan_settings' || projectId === null) continue;
        const before = settingsOf(projectId);
        settings.forget(projectId);
        settingsChanged(projectId, before);
      }
    },
    start: () => catchUp.findSoon(),
    async close() {
      await catchUp.close();
      await counter.close();
    },
  };
}
