import type { Clock } from '../../core/time.ts';
import type { Database } from '../../database/open.ts';
import type { FlagVariant } from '../../flags/contract.ts';
import type { Author } from '../../flags/store.ts';
import { validationError } from '../../http/error.ts';
import type { DuplicateInput, Experiment, ExperimentInput, ExperimentState, ExperimentUpdate } from '../contract.ts';
import { type ExperimentStore, runOf } from '../store.ts';
import { followFlag, joinFlag, relinkFlag, requireNoRival } from './choose-flag.ts';
import type { FlagLink } from './flag-link.ts';
import type { ExperimentHistory } from './history-store.ts';
import { differenceOf, kindOf, requireRun, stateOf, takesFlag } from './life-cycle.ts';
import { defaultVariants, haveSameKeys, haveSameWeights, variantsIn, withVariants } from './variants.ts';

type Parts = { database: Database; clock: Clock; store: ExperimentStore; link: FlagLink; history: ExperimentHistory };

const longestText = 400;

export type ExperimentEditor = ReturnType<typeof createExperimentEditor>;

/** What may be done to experiments, each with its flag and its history in one transaction. Throws ApiError 400 by field. */
export function createExperimentEditor(parts: Parts) {
  const { database } = parts;
  return {
    addExperiment: (author: Author, input: ExperimentInput): Experiment =>
      database.transaction(add)(parts, author, input),
    /** Changes only what is given; a change that changes nothing leaves no trace. */
    changeExperiment: (author: Author, before: Experiment, update: ExperimentUpdate): Experiment =>
      database.transaction(change)(parts, author, before, update),
    /** Makes it a draft again, its flag turned off; what was captured stays. */
    resetExperiment: (author: Author, before: Experiment): Experiment =>
      database.transaction(change)(parts, author, before, unlaunched),
    /** Takes it away with its history, and with its flag unless that was there before or another experiment has it too. */
    removeExperiment: (author: Author, experiment: Experiment): void =>
      database.transaction(remove)(parts, author, experiment),
    /** A draft with all that was decided, and a flag of its own with the same conditions. */
    duplicateExperiment: (author: Author, original: Experiment, input: DuplicateInput): Experiment =>
      database.transaction(duplicate)(parts, author, original, input),
  };
}

const unlaunched = {
  start_date: null,
  end_date: null,
  archived: false,
  conclusion: null,
  conclusion_comment: '',
} satisfies ExperimentUpdate;

function add(parts: Parts, author: Author, state: ExperimentInput): Experiment {
  requireRun(runOf(state));
  const linked = joinFlag(parts, author, 0, state, state.parameters, defaultVariants);
  const id = parts.store.insert(author, state, linked);
  if (state.start_date !== null) parts.store.launched(id, linked.isChanged ? linked.flagId : null);
  return created(parts, author, id);
}

function created({ store, history }: Parts, author: Author, id: number): Experiment {
  const experiment = store.experiment(author.projectId, id) as Experiment;
  history.record(author, id, { kind: 'created', before: null, after: stateOf(experiment) });
  return experiment;
}

function change(parts: Parts, author: Author, before: Experiment, update: ExperimentUpdate): Experiment {
  const { store, clock } = parts;
  const { parameters } = update;
  const wanted = stateOf({ ...before, ...withoutAbsent(update) });
  const run = runOf(wanted);
  requireRun(run);
  const isDraft = before.status === 'draft';
  if (!isDraft) requireFixed(before, wanted, variantsIn(parameters ?? {}));
  // The key of a deleted flag, sent again, is that of a flag to be made.
  const isFlagSent = update.feature_flag_key !== undefined && before.feature_flag === null && isDraft;
  const isRelinked = isFlagSent || wanted.feature_flag_key !== before.feature_flag_key;
  const linked = (isRelinked ? relinkFlag : followFlag)(parts, author, { before, wanted, parameters });
  const now = clock.now();
  const tookFlag = !isRelinked && takesFlag(runOf(before), now);
  if (takesFlag(run, now) && !tookFlag) requireNoRival(parts, linked.flagId, before.id);
  store.update(before.id, wanted, linked);
  const isLaunched = before.start_date === null && wanted.start_date !== null;
  if (isLaunched) store.launched(before.id, linked.isChanged ? linked.flagId : null);
  return recorded(parts, author, before);
}

function recorded({ store, history }: Parts, author: Author, before: Experiment): Experiment {
  const read = () => store.experiment(author.projectId, before.id) as Experiment;
  const after = read();
  const areWeightsKept = haveSameWeights(before.variants, after.variants);
  const difference = differenceOf(stateOf(before), stateOf(after));
  // The weights of a run have an entry of their own by now.
  if (!areWeightsKept && before.status === 'running' && haveSameRest(before.parameters, after.parameters)) {
    delete difference.before.parameters;
    delete difference.after.parameters;
  }
  const isRecorded = Object.keys(difference.after).length > 0;
  if (isRecorded) history.record(author, before.id, { kind: kindOf(before, after), ...difference });
  if (isRecorded || !areWeightsKept) store.touch(before.id);
  return read();
}

function remove({ store, link, history }: Parts, author: Author, { id }: Experiment): void {
  const { flagId, isOwn } = store.linkOf(author.projectId, id);
  const flag = link.flag(author.projectId, flagId);
  store.remove(id);
  history.removeChanges(id);
  if (isOwn && !flag.deleted && !store.isShared(flagId, id)) link.deleteFlag(author, flag);
}

function duplicate(parts: Parts, author: Author, original: Experiment, input: DuplicateInput): Experiment {
  const { store, link } = parts;
  const { projectId } = author;
  const key = input.feature_flag_key ?? freeKey(link, projectId, original.feature_flag_key);
  if (link.flagWithKey(projectId, key) !== undefined) {
    const detail = `Another flag has the key "${key}": a copy has a flag of its own.`;
    throw validationError('unique', detail, 'feature_flag_key');
  }
  const name = input.name ?? `${original.name.slice(0, longestText - ' (copy)'.length)} (copy)`;
  const state: ExperimentState = { ...stateOf(original), ...unlaunched, name, feature_flag_key: key };
  const { filters } = link.flag(projectId, store.linkOf(projectId, original.id).flagId);
  const flag = link.makeFlag(author, key, name, false, withVariants(filters, original.variants));
  return created(parts, author, store.insert(author, state, { flagId: flag.id, isOwn: true }));
}

function freeKey(link: FlagLink, projectId: number, key: string): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '-copy' : `-copy-${number}`;
    const free = key.slice(0, longestText - suffix.length) + suffix;
    if (link.flagWithKey(projectId, free) === undefined) return free;
  }
}

/** Refuses what would make one run of two: 400 by field. */
function requireFixed(before: Experiment, wanted: ExperimentState, variants: FlagVariant[] | undefined): void {
  const refuse = (what: string, attr: string) => {
    const detail = `The experiment has started: ${what}. Reset it to a draft, or make a copy.`;
    throw validationError('invalid_input', detail, attr);
  };
  if (wanted.feature_flag_key !== before.feature_flag_key) refuse('its flag is fixed', 'feature_flag_key');
  if (variants !== undefined && !haveSameKeys(variants, before.variants)) {
    refuse('the keys of its variants are fixed', 'parameters__feature_flag_variants');
  }
}

const withoutAbsent = (update: ExperimentUpdate) =>
  Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as Partial<ExperimentState>;

type Parameters = ExperimentState['parameters'];
function haveSameRest(before: Parameters, after: Parameters): boolean {
  const rest = ({ feature_flag_variants: _, ...parameters }: Parameters) => JSON.stringify(parameters);
  return rest(before) === rest(after);
}
