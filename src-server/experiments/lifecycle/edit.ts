import type { Author } from '../../core/caller.ts';
import type { Clock } from '../../core/clock.ts';
import { freeName, keySuffix, nameSuffix } from '../../core/free-name.ts';
import { existing } from '../../core/sql.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import type { Database } from '../../database/open.ts';
import type { EventRetention } from '../../events/retention/event-retention.ts';
import type { OverrideStore } from '../../flags/override-store.ts';
import type { FlagStore } from '../../flags/store.ts';
import { validationError } from '../../http/error.ts';
import type { DuplicateInput, Experiment, ExperimentInput, ExperimentState, ExperimentUpdate } from '../contract.ts';
import type { Ending } from '../decision/ending-contract.ts';
import { updateCopies } from '../saved-metrics/copies.ts';
import { requireSaved } from '../saved-metrics/require-saved.ts';
import { readDefinition } from '../saved-metrics/saved-definition.ts';
import type { ExperimentStore } from '../store.ts';
import { addition, change, copy, type ExperimentWrite, type Reached, resetToDraft } from './change.ts';
import { type KnownFlag, type LinkedFlag, requireNoRival } from './flag/choose-flag.ts';
import type { ExperimentHistory } from './history-store.ts';
import { occupiesFlag, requireEventsSince, runOf } from './life-cycle.ts';
import { versionBefore } from './undo-obstacle.ts';
import { undoStop } from './undo-stop.ts';

type Parts = {
  database: Database;
  clock: Clock;
  store: ExperimentStore;
  flags: FlagStore;
  overrides: Pick<OverrideStore, 'clearLost'>;
  history: ExperimentHistory;
  retention: Pick<EventRetention, 'deletedBefore'>;
};

export type ExperimentEditor = ReturnType<typeof createExperimentEditor>;

/** Changes experiments, each with its flag and history in one transaction. Throws ApiError 400 by field. */
export function createExperimentEditor(parts: Parts) {
  const { database, clock } = parts;

  const add = (author: Author, input: ExperimentInput): Experiment => {
    const { projectId } = author;
    const named = namedFlag(parts, projectId, input.feature_flag_key);
    const { owner_id = author.userId } = input;
    requireSaved(database, projectId, metricsOf(input));
    requireEventsSince(runOf(input).start, parts.retention.deletedBefore(projectId));
    return write(
      parts,
      author,
      null,
      addition(
        { ...input, ...withDefinitions(parts, projectId, input), owner_id },
        { linked: null, named },
        clock.now(),
      ),
    );
  };

  return {
    addExperiment: database.transaction(add),
    /** Changes only given fields; an edit without a difference records nothing. */
    changeExperiment: database.transaction(
      (author: Author, before: Experiment, update: ExperimentUpdate, reached: Reached | null): Experiment =>
        edit(parts, author, before, update, reached),
    ),
    /** Throws what `changeExperiment` would, and changes nothing. */
    requireChange: (author: Author, before: Experiment, update: ExperimentUpdate): void => {
      changed(parts, author, before, update, null);
    },
    /** Resets it to a draft and turns off its flag; captured events stay. */
    resetExperiment: database.transaction(
      (author: Author, before: Experiment): Experiment => edit(parts, author, before, resetToDraft),
    ),
    /** Restores the flag, the run and the conclusion as before the last stop or rollout. */
    undoStop: database.transaction((author: Author, experiment: Experiment): Experiment => {
      const linked = linkedFlag(parts, author.projectId, experiment.id);
      const beforeEnd = (ending: Ending) => ({
        state: parts.history.beforeEnd(experiment.id),
        flag: parts.flags.stateAt(linked.flag, versionBefore(ending)),
      });
      return write(parts, author, experiment.id, undoStop(experiment, linked, beforeEnd, clock.now()));
    }),
    /** Deletes it, with its flag unless that is older or shared. */
    removeExperiment: database.transaction((author: Author, experiment: Experiment): void =>
      remove(parts, author, experiment),
    ),
    /** Restores it, with the flag that was deleted with it. */
    restoreExperiment: database.transaction(
      (author: Author, experiment: Experiment): Experiment => restore(parts, author, experiment),
    ),
    /** Copies it to a draft with its own flag and the same conditions. */
    duplicateExperiment: database.transaction(
      (author: Author, original: Experiment, input: DuplicateInput): Experiment =>
        duplicate(parts, author, original, input),
    ),
  };
}

/** Returns the write of an edit, and the metrics with the definitions of the saved ones. */
function changed(
  parts: Parts,
  { projectId }: Author,
  before: Experiment,
  update: ExperimentUpdate,
  reached: Reached | null,
): { written: ExperimentWrite; metrics: Metrics } {
  const { feature_flag_key: key } = update;
  requireSaved(parts.database, projectId, metricsOf(update), metricsOf(before));
  const named = key === undefined ? undefined : namedFlag(parts, projectId, key, before.id);
  const flags = { linked: linkedFlag(parts, projectId, before.id), named };
  const metrics = withDefinitions(parts, projectId, { ...before, ...withoutAbsent(update) });
  const sent = Object.fromEntries(
    Object.entries(metrics).filter(([key]) => update[key as keyof Metrics] !== undefined),
  );
  const written = change(before, { ...update, ...sent }, flags, parts.clock.now(), reached);
  const { start } = runOf(written.state);
  if (start !== runOf(before).start) requireEventsSince(start, parts.retention.deletedBefore(projectId));
  return { written, metrics };
}

function edit(
  parts: Parts,
  author: Author,
  before: Experiment,
  update: ExperimentUpdate,
  reached: Reached | null = null,
): Experiment {
  const { written, metrics } = changed(parts, author, before, update, reached);
  const after = write(parts, author, before.id, written);
  if (before.status !== 'complete' || after.status === 'complete') return after;
  // It resumes with the current definitions; the history has their changes.
  parts.store.setMetrics(after.id, metrics.filters, metrics.secondary_metrics);
  return existing(parts.store.experiment(author.projectId, after.id));
}

type Metrics = Pick<ExperimentState, 'filters' | 'secondary_metrics'>;

const metricsOf = ({ filters, secondary_metrics }: Pick<ExperimentUpdate, keyof Metrics>) => ({
  filters,
  secondary_metrics,
});

/** Replaces saved metrics by their definitions, as results count them. */
function withDefinitions(
  { database, clock }: Parts,
  projectId: number,
  { filters, secondary_metrics, ...state }: Metrics & Pick<ExperimentState, 'start_date' | 'end_date'>,
): Metrics {
  const now = clock.now();
  const at = Math.min(runOf(state).end ?? now, now);
  return updateCopies(
    { filters, secondary_metrics },
    (_, used) => readDefinition(database, projectId, used, at).filters ?? used,
  ) as Metrics;
}

/** Finds the flag of a key that is not deleted; `id` is 0 for a new experiment. */
function namedFlag({ flags, store }: Parts, projectId: number, key: string, id = 0): KnownFlag | undefined {
  const flag = flags.flagWithKey(projectId, key);
  return flag && { flag, rival: store.rival(flag.id, id) };
}

function linkedFlag({ flags, store }: Parts, projectId: number, id: number): LinkedFlag {
  const { flagId, isOwn } = store.linkOf(projectId, id);
  const flag = existing(flags.flag(projectId, flagId));
  return { flag, isOwn, isShared: store.isShared(flagId, id), rival: store.rival(flagId, id) };
}

function write(parts: Parts, author: Author, id: number | null, written: ExperimentWrite): Experiment {
  const { store, flags, overrides } = parts;
  const { state, flag, isLaunched, history } = written;
  const { before, after, isOwn, replaced } = flag;
  const saved =
    before === null
      ? flags.addFlag(author, { ...after, owner_id: undefined })
      : flags.changeFlag(author, before, after);
  overrides.clearLost(author, saved);
  if (replaced !== null) flags.changeFlag(author, replaced, { deleted: true });
  const link = { flagId: saved.id, isOwn };
  const experimentId = id === null ? store.insert(author, state, link) : store.update(id, state, link);
  const isChanged = before !== null && saved.version !== before.version;
  if (isLaunched) store.launched(experimentId, isChanged ? saved.id : null);
  for (const entry of history) parts.history.record(author, experimentId, entry);
  if (history.length > 0) store.touch(experimentId);
  return existing(store.experiment(author.projectId, experimentId));
}

function remove(parts: Parts, author: Author, { id }: Experiment): void {
  const { flag, isOwn, isShared } = linkedFlag(parts, author.projectId, id);
  const takesFlag = isOwn && !flag.deleted && !isShared;
  parts.store.setDeleted(id, takesFlag);
  parts.history.record(author, id, { kind: 'deleted', before: {}, after: {} });
  if (takesFlag) parts.flags.changeFlag(author, flag, { deleted: true });
}

function restore(parts: Parts, author: Author, experiment: Experiment): Experiment {
  const { id } = experiment;
  requireEventsSince(runOf(experiment).start, parts.retention.deletedBefore(author.projectId));
  const { flag, rival } = linkedFlag(parts, author.projectId, id);
  if (occupiesFlag(runOf(experiment), parts.clock.now())) requireNoRival(rival);
  const tookFlag = parts.store.setRestored(id);
  if (tookFlag && flag.deleted && parts.flags.flagWithKey(author.projectId, flag.key) !== undefined) {
    const detail = `Another flag has the key "${flag.key}". Rename or delete that one, then restore the experiment.`;
    throw validationError('unique', detail, 'feature_flag_key');
  }
  parts.history.record(author, id, { kind: 'restored', before: {}, after: {} });
  if (tookFlag && flag.deleted) parts.flags.changeFlag(author, flag, { deleted: false });
  return existing(parts.store.experiment(author.projectId, id));
}

function duplicate(parts: Parts, author: Author, original: Experiment, input: DuplicateInput): Experiment {
  const { projectId } = author;
  const isTaken = (key: string) => parts.flags.flagWithKey(projectId, key) !== undefined;
  const key = input.feature_flag_key ?? freeName(original.feature_flag_key, keySuffix, isTaken);
  if (isTaken(key)) {
    const detail = `Another flag has the key "${key}". A copy needs its own flag.`;
    throw validationError('unique', detail, 'feature_flag_key');
  }
  const name = input.name ?? freeName(original.name, nameSuffix, () => false);
  const { filters } = linkedFlag(parts, projectId, original.id).flag;
  const copied = { ...original, ...withDefinitions(parts, projectId, { ...original, end_date: null }) };
  return write(parts, author, null, copy(copied, filters, { name, feature_flag_key: key, owner_id: author.userId }));
}
