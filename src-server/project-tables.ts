import { actionTables } from './actions/tables.ts';
import { diffTables } from './diff/tables.ts';
import { eventTables } from './events/tables.ts';
import { expectationTables } from './expectations/tables.ts';
import { experimentTables } from './experiments/tables.ts';
import { flagTables } from './flags/tables.ts';
import { personTables } from './persons/tables.ts';
import { definitionTables } from './projects/definitions/definition-table.ts';
import { projectOwnTables } from './projects/remove.ts';
import { relayTables } from './relay/tables.ts';
import { testRunTables } from './test-runs/tables.ts';
import { trackingPlanTables } from './tracking-plan/tables.ts';

/** Every table that holds rows of projects; those that refer to others come first. */
export const projectTables = [
  ...relayTables,
  ...diffTables,
  ...trackingPlanTables,
  ...expectationTables,
  ...experimentTables,
  ...actionTables,
  ...flagTables,
  ...eventTables,
  ...testRunTables,
  ...personTables,
  ...projectOwnTables,
];

export const definedTables = definitionTables(projectTables);
