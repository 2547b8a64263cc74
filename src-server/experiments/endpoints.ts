import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/time.ts';
import type { DecideLog } from '../flags/sdk/decide-log.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { notFound } from '../http/error.ts';
import {
  duplicateInput,
  type Experiment,
  type ExperimentUpdate,
  experiment,
  experimentChangeList,
  experimentInput,
  experimentList,
  experimentQuery,
  experimentReplacement,
  experimentUpdate,
  missingFlagCode,
} from './contract.ts';
import type { ExperimentEditor } from './lifecycle/edit.ts';
import type { ExperimentHistory } from './lifecycle/history-store.ts';
import type { ExperimentStore } from './store.ts';
import { validateExperiment } from './validate.ts';

type Parts = {
  experiments: ExperimentStore;
  experimentEditor: ExperimentEditor;
  experimentHistory: ExperimentHistory;
  log: Pick<DecideLog, 'flush'>;
  clock: Clock;
};

const tag = 'Experiments';
const root = '/api/projects/{project_id}/experiments/';
const one = `${root}{experiment_id}/` as const;

export const experimentEndpoints = (parts: Parts): Endpoint[] => [...whole(parts), ...single(parts), ...steps(parts)];

/** Returns the experiment of the project; throws 404. */
export function experimentOf(experiments: ExperimentStore, projectId: number, id: number): Experiment {
  const found = experiments.experiment(projectId, id);
  if (found === undefined) throw notFound('No such experiment.');
  return found;
}

const whole = ({ experiments, experimentEditor, log, clock }: Parts): Endpoint[] => [
  endpoint(
    `GET ${root}`,
    { tag, summary: 'List experiments, newest first', query: experimentQuery, paged: true, answer: experimentList },
    ({ projectId, query, page }) => experiments.listExperiments(projectId, query, page),
  ),
  endpoint(
    `POST ${root}`,
    {
      tag,
      summary: 'Add an experiment: makes its flag, or takes the one of that key',
      body: experimentInput,
      example: { name: 'A shorter checkout', feature_flag_key: 'short-checkout' },
      status: 201,
      answer: experiment,
    },
    ({ author, body }) => {
      validateExperiment(body, clock.now);
      return experimentEditor.addExperiment(author, body);
    },
  ),
  endpoint(
    `GET ${root}requires_flag_implementation/`,
    {
      tag,
      summary: 'List drafts and running experiments whose flag no app has asked for',
      paged: true,
      answer: missingFlagCode,
    },
    async ({ projectId, page }) => {
      // Answers of decides are logged with a delay.
      await log.flush();
      const missing = experiments.listMissingCode(projectId, page);
      return { result: missing.total > 0, ...missing };
    },
  ),
];

function single({ experiments, experimentEditor, clock }: Parts): Endpoint[] {
  const change = (author: Author, id: number, update: ExperimentUpdate) => {
    const before = experimentOf(experiments, author.projectId, id);
    validateExperiment(update, clock.now);
    return experimentEditor.changeExperiment(author, before, update);
  };
  return [
    endpoint(`GET ${one}`, { tag, summary: 'Read an experiment', answer: experiment }, ({ projectId, params }) =>
      experimentOf(experiments, projectId, params.experiment_id),
    ),
    endpoint(
      `PATCH ${one}`,
      {
        tag,
        summary: 'Change an experiment, and with `flag` and `flag_outcome` its flag: all of it or nothing',
        body: experimentUpdate,
        example: { description: 'One page instead of three' },
        answer: experiment,
      },
      ({ author, params, body }) => change(author, params.experiment_id, body),
    ),
    endpoint(
      `PUT ${one}`,
      {
        tag,
        summary: 'Change an experiment; name and flag key are required',
        body: experimentReplacement,
        example: { name: 'A shorter checkout', feature_flag_key: 'short-checkout' },
        answer: experiment,
      },
      ({ author, params, body }) => change(author, params.experiment_id, body),
    ),
    endpoint(
      `DELETE ${one}`,
      { tag, summary: 'Delete an experiment, with the flag that was made with it' },
      ({ author, params }) =>
        experimentEditor.removeExperiment(author, experimentOf(experiments, author.projectId, params.experiment_id)),
    ),
  ];
}

const steps = ({ experiments, experimentEditor, experimentHistory }: Parts): Endpoint[] => [
  endpoint(
    `GET ${one}history/`,
    { tag, summary: 'Who changed what, newest first', paged: true, answer: experimentChangeList },
    ({ projectId, params, page }) =>
      experimentHistory.listChanges(experimentOf(experiments, projectId, params.experiment_id).id, page),
  ),
  endpoint(
    `POST ${one}duplicate/`,
    {
      tag,
      summary: 'Copy an experiment as a draft with a flag of its own',
      body: duplicateInput,
      example: { name: 'A shorter checkout, again' },
      status: 201,
      answer: experiment,
    },
    ({ author, params, body }) => {
      const original = experimentOf(experiments, author.projectId, params.experiment_id);
      return experimentEditor.duplicateExperiment(author, original, body);
    },
  ),
  endpoint(
    `POST ${one}undo_stop/`,
    {
      tag,
      summary: 'Undo the last stop: the flag and the run are again as before, unless the flag was changed since',
      answer: experiment,
    },
    ({ author, params }) =>
      experimentEditor.undoStop(author, experimentOf(experiments, author.projectId, params.experiment_id)),
  ),
  endpoint(
    `POST ${one}reset/`,
    { tag, summary: 'Make an experiment a draft again and turn its flag off; events stay', answer: experiment },
    ({ author, params }) =>
      experimentEditor.resetExperiment(author, experimentOf(experiments, author.projectId, params.experiment_id)),
  ),
];
