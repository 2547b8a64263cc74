import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { bulkDetails, changeInBulk } from '../http/bulk.ts';
import { adding, changing, type Endpoint, endpointsOf, listing } from '../http/endpoint.ts';
import { orNotFound } from '../http/error.ts';
import { requireOwner } from '../projects/require-owner.ts';
import type { UserOf } from '../projects/user-store.ts';
import {
  duplicateInput,
  type Experiment,
  type ExperimentUpdate,
  experiment,
  experimentBulkFields,
  experimentInput,
  experimentList,
  experimentQuery,
  experimentReplacement,
  experimentUpdate,
  missingCodeDays,
  missingFlagCode,
} from './contract.ts';
import type { Reached } from './lifecycle/change.ts';
import type { ExperimentEditor } from './lifecycle/edit.ts';
import { experimentChangeList } from './lifecycle/history-contract.ts';
import type { ExperimentHistory } from './lifecycle/history-store.ts';
import type { ExperimentQueries } from './queries.ts';
import type { ExperimentStore } from './store.ts';
import { validateExperiment } from './validate.ts';

type Parts = {
  database: Database;
  user: UserOf;
  experiments: ExperimentStore;
  experimentEditor: ExperimentEditor;
  experimentHistory: ExperimentHistory;
  clock: Clock;
  queries: Pick<ExperimentQueries, 'reached'>;
};

export const experimentEndpoint = endpointsOf({ tag: 'Experiments', changeAccess: 'edit_definitions' });
export const experimentsPath = '/api/projects/{project_id}/experiments/';
export const experimentPath = `${experimentsPath}{experiment_id}/` as const;

export const experimentEndpoints = (parts: Parts): Endpoint[] => [
  ...collectionEndpoints(parts),
  ...itemEndpoints(parts),
  ...lifecycleEndpoints(parts),
  ...deletionEndpoints(parts),
];

export const experimentOf = (experiments: ExperimentStore, projectId: number, id: number): Experiment =>
  orNotFound(experiments.experiment(projectId, id), 'No such experiment.');

const collectionEndpoints = ({ experiments, experimentEditor, clock, user }: Parts): Endpoint[] => [
  experimentEndpoint(
    `GET ${experimentsPath}`,
    { summary: 'List experiments, newest first', ...listing(experimentQuery, experimentList) },
    ({ projectId, query, page }) => experiments.listExperiments(projectId, query, page),
  ),
  experimentEndpoint(
    `POST ${experimentsPath}`,
    {
      summary: 'Create an experiment with a new flag, or with the existing one of that key',
      ...adding(experimentInput, experiment, { name: 'A shorter checkout', feature_flag_key: 'short-checkout' }),
    },
    ({ author, body }) => {
      validateExperiment(body, clock.now);
      requireOwner(user, body.owner_id);
      return experimentEditor.addExperiment(author, body);
    },
  ),
  experimentEndpoint(
    `GET ${experimentsPath}requires_flag_implementation/`,
    {
      summary: `List drafts and running experiments whose flag no app requested by its name in the last ${missingCodeDays} days`,
      paged: true,
      answer: missingFlagCode,
    },
    ({ projectId, page }) => {
      const missing = experiments.listMissingCode(projectId, page);
      return { result: missing.total > 0, ...missing };
    },
  ),
];

function validateUpdate({ clock, user }: Parts, update: ExperimentUpdate): void {
  validateExperiment(update, clock.now);
  requireOwner(user, update.owner_id);
}

const changeOf =
  (parts: Parts) =>
  (author: Author, id: number, update: ExperimentUpdate, reached: Reached | null = null) => {
    const before = experimentOf(parts.experiments, author.projectId, id);
    validateUpdate(parts, update);
    return parts.experimentEditor.changeExperiment(author, before, update, reached);
  };

const dateOf = (date: string | null | undefined, now: number) => (date === 'now' ? isoTime(now) : date);

/** Changes an experiment. Records the progress of a run that this ends, read only for an accepted change. */
const changeOrEnd =
  (parts: Parts) =>
  async (author: Author, id: number, body: ExperimentUpdate): Promise<Experiment> => {
    const { experiments, experimentEditor, queries, clock } = parts;
    const before = experimentOf(experiments, author.projectId, id);
    const now = clock.now();
    const end_date = dateOf(body.end_date, now);
    const update = { ...body, start_date: dateOf(body.start_date, now), end_date };
    const change = changeOf(parts);
    if (typeof end_date !== 'string' || before.status !== 'running') return change(author, id, update);
    validateUpdate(parts, update);
    experimentEditor.requireChange(author, before, update);
    const asked = { projectId: author.projectId, experiment: { ...before, end_date }, now };
    return change(author, id, update, await queries.reached(asked));
  };

function itemEndpoints(parts: Parts): Endpoint[] {
  const { experiments } = parts;
  const change = changeOrEnd(parts);
  return [
    experimentEndpoint(
      `GET ${experimentPath}`,
      { summary: 'Read an experiment', answer: experiment },
      ({ projectId, params }) => experimentOf(experiments, projectId, params.experiment_id),
    ),
    experimentEndpoint(
      `PATCH ${experimentPath}`,
      {
        summary: 'Change an experiment, and with `flag` and `flag_outcome` its flag, in one transaction',
        ...changing(experimentUpdate, experiment, { description: 'One page instead of three' }),
      },
      ({ author, params, body }) => change(author, params.experiment_id, body),
    ),
    experimentEndpoint(
      `PUT ${experimentPath}`,
      {
        summary: 'Change an experiment; name and flag key are required',
        ...changing(experimentReplacement, experiment, {
          name: 'A shorter checkout',
          feature_flag_key: 'short-checkout',
        }),
      },
      ({ author, params, body }) => change(author, params.experiment_id, body),
    ),
  ];
}

function deletionEndpoints(parts: Parts): Endpoint[] {
  const { database, experiments, experimentEditor } = parts;
  const change = changeOf(parts);
  const any = (projectId: number, id: number): Experiment =>
    orNotFound(experiments.anyExperiment(projectId, id), 'No such experiment.');
  const restore = (author: Author, id: number): Experiment => {
    const row = any(author.projectId, id);
    return row.deleted_at === null ? row : experimentEditor.restoreExperiment(author, row);
  };
  const remove = (author: Author, id: number) =>
    experimentEditor.removeExperiment(author, experimentOf(experiments, author.projectId, id));
  const read = ({ projectId }: Author, id: number) => {
    const row = any(projectId, id);
    return { ...row, deleted: row.deleted_at !== null };
  };
  return [
    experimentEndpoint(
      `DELETE ${experimentPath}`,
      { summary: 'Delete an experiment, with the flag that was created with it; both can be restored' },
      ({ author, params }) => remove(author, params.experiment_id),
    ),
    experimentEndpoint(
      `POST ${experimentPath}restore/`,
      { summary: 'Restore a deleted experiment, with the flag that was deleted with it', answer: experiment },
      ({ author, params }) => restore(author, params.experiment_id),
    ),
    experimentEndpoint(
      `POST ${experimentsPath}bulk/`,
      bulkDetails('Change several experiments at once, each like a request of its own', experimentBulkFields, {
        archived: true,
      }),
      changeInBulk({
        database,
        read,
        change: (author, id, { deleted, ...update }) => {
          if (deleted === false) restore(author, id);
          if (Object.keys(update).length > 0) change(author, id, update);
          if (deleted === true && !read(author, id).deleted) remove(author, id);
          return read(author, id);
        },
      }),
    ),
  ];
}

const lifecycleEndpoints = ({ experiments, experimentEditor, experimentHistory }: Parts): Endpoint[] => [
  experimentEndpoint(
    `GET ${experimentPath}history/`,
    { summary: 'Who changed what, newest first', paged: true, answer: experimentChangeList },
    ({ projectId, params, page }) =>
      experimentHistory.listChanges(experimentOf(experiments, projectId, params.experiment_id).id, page),
  ),
  experimentEndpoint(
    `POST ${experimentPath}duplicate/`,
    {
      summary: 'Copy an experiment as a draft with its own flag',
      ...adding(duplicateInput, experiment, { name: 'A shorter checkout, again' }),
    },
    ({ author, params, body }) => {
      const original = experimentOf(experiments, author.projectId, params.experiment_id);
      return experimentEditor.duplicateExperiment(author, original, body);
    },
  ),
  experimentEndpoint(
    `POST ${experimentPath}undo_stop/`,
    {
      summary:
        'Undo the last stop or rollout: restores the flag, the run and the conclusion, unless the flag was changed since',
      answer: experiment,
    },
    ({ author, params }) =>
      experimentEditor.undoStop(author, experimentOf(experiments, author.projectId, params.experiment_id)),
  ),
  experimentEndpoint(
    `POST ${experimentPath}reset/`,
    { summary: 'Make an experiment a draft again and turn its flag off; events stay', answer: experiment },
    ({ author, params }) =>
      experimentEditor.resetExperiment(author, experimentOf(experiments, author.projectId, params.experiment_id)),
  ),
];
