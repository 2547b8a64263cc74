import { baseTables } from './001-020/001-base-tables.ts';
import { sessionKeys } from './001-020/002-session-keys.ts';
import { flagTablesSql } from './001-020/003-flag-tables.ts';
import { actionTablesSql } from './001-020/004-action-tables.ts';
import { experimentTablesSql } from './001-020/005-experiment-tables.ts';
import { resultIndexes } from './001-020/006-result-indexes.ts';
import { actionPeopleTable } from './001-020/007-action-people-table.ts';
import { packedBodies } from './001-020/008-packed-bodies.ts';
import { dropCounts } from './001-020/009-drop-counts.ts';
import { requestSizes } from './001-020/010-request-sizes.ts';
import { sessionTables } from './001-020/011-session-tables.ts';
import { unassignedBefore } from './001-020/012-unassigned-before.ts';
import { idsByPerson } from './001-020/013-ids-by-person.ts';
import { listColumns } from './001-020/014-list-columns.ts';
import { liveViews } from './001-020/015-live-views.ts';
import { wholeBodies } from './001-020/016-whole-bodies.ts';
import { metricOptions } from './001-020/017-metric-options.ts';
import { exclusionsTable } from './001-020/018-experiment-exclusions.ts';
import { savedMetrics } from './001-020/019-saved-metrics.ts';
import { testRuns } from './001-020/020-test-runs.ts';
import { expectations } from './021-040/021-expectations.ts';
import { diffMaskTable } from './021-040/022-diff-masks.ts';
import { runsOfFlags } from './021-040/023-runs-of-flags.ts';
import { trackingPlan } from './021-040/024-tracking-plan.ts';
import { pinTable } from './021-040/025-pins.ts';
import { personActivity } from './021-040/026-person-activity.ts';
import { eventSpans } from './021-040/027-event-spans.ts';
import { actionCounting } from './021-040/028-action-counting.ts';
import { eventSenders } from './021-040/029-event-senders.ts';
import { relays } from './021-040/030-relays.ts';
import { archiveChanges } from './021-040/031-archive-changes.ts';
import { requestHeads } from './021-040/032-request-heads.ts';
import { movedProperties } from './021-040/033-moved-properties.ts';
import { definitionsOrigin } from './021-040/034-definitions-origin.ts';
import { removalMark } from './021-040/035-removal-mark.ts';
import { sampleProjects } from './021-040/036-sample-projects.ts';
import { eventRetention } from './021-040/037-event-retention.ts';
import { namesBeforeLocks } from './021-040/038-names-before-locks.ts';

/**
 * Append only: the index of a migration + 1 is the `user_version` it leads to. Times are integer milliseconds UTC, JSON is
 * TEXT, booleans are 0 or 1. The schema that all of them make is in `../schema.sql`.
 */
export const migrations: readonly string[] = [
  baseTables,
  sessionKeys,
  flagTablesSql,
  actionTablesSql,
  experimentTablesSql,
  resultIndexes,
  actionPeopleTable,
  packedBodies,
  dropCounts,
  requestSizes,
  sessionTables,
  unassignedBefore,
  idsByPerson,
  listColumns,
  liveViews,
  wholeBodies,
  metricOptions,
  exclusionsTable,
  savedMetrics,
  testRuns,
  expectations,
  diffMaskTable,
  runsOfFlags,
  trackingPlan,
  pinTable,
  personActivity,
  eventSpans,
  actionCounting,
  eventSenders,
  relays,
  archiveChanges,
  requestHeads,
  movedProperties,
  definitionsOrigin,
  removalMark,
  sampleProjects,
  eventRetention,
  namesBeforeLocks,
];
