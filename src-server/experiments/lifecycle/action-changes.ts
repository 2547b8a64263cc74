import { isDeepStrictEqual } from 'node:util';
import type { Action } from '../../actions/contract.ts';
import type { Author } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/open.ts';
import { usesAction } from '../saved-metrics/uses-sql.ts';
import type { ExperimentHistory } from './history-store.ts';

type Parts = { database: Database; clock: Pick<Clock, 'now'>; history: Pick<ExperimentHistory, 'record'> };
export type CountedAction = Pick<Action, 'id' | 'name' | 'steps' | 'deleted'>;

/** Creates the observer of actions: what one counts by is in the history of each started experiment with a metric of it. */
export function recordActionChanges({ database, clock, history }: Parts) {
  // A deleted experiment may be restored.
  const started = database
    .prepare<{ projectId: number; actionId: string; now: number }, number>(
      `SELECT e.id FROM experiments e WHERE e.project_id = :projectId AND e.start_at <= :now AND ${usesAction(':actionId')}`,
    )
    .pluck();
  return (author: Author, before: CountedAction, after: CountedAction): void => {
    if (isDeepStrictEqual(countedBy(before), countedBy(after))) return;
    const change = { kind: 'action_changed' as const, before: sideOf(before), after: sideOf(after) };
    const { projectId } = author;
    for (const id of started.all({ projectId, actionId: String(after.id), now: clock.now() })) {
      history.record(author, id, change);
    }
  };
}

/** Returns what decides which events an action counts: neither its name nor those of its steps. */
export const countedBy = ({ steps, deleted }: Pick<CountedAction, 'steps' | 'deleted'>) => ({
  conditions: steps.map(({ id: _, name: __, ...conditions }) => conditions),
  deleted,
});

const sideOf = ({ id, name, steps, deleted }: CountedAction) => ({ action: { id, name, steps, deleted } });
