import { type Request, type Response, Router } from 'express';
import type { Clock } from '../core/time.ts';
import type { DecideLog } from '../flags/sdk/decide-log.ts';
import { notFound } from '../http/error.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { resource } from '../http/methods.ts';
import { parse, pathId } from '../http/parse.ts';
import { callerOf, projectOf } from '../projects/authenticate.ts';
import {
  duplicateInput,
  type Experiment,
  type ExperimentUpdate,
  experimentInput,
  experimentQuery,
  experimentReplacement,
  experimentUpdate,
} from './contract.ts';
import type { ExperimentEditor } from './lifecycle/edit.ts';
import type { ExperimentHistory } from './lifecycle/history-store.ts';
import type { ExperimentStore } from './store.ts';
import { requireUsable } from './validate.ts';

type Parts = {
  experiments: ExperimentStore;
  experimentEditor: ExperimentEditor;
  experimentHistory: ExperimentHistory;
  log: Pick<DecideLog, 'flush'>;
  clock: Clock;
};

const root = '/projects/:project_id/experiments/';

/** Experiments, relative to `/api`; expects `requireCaller` and `requireProject` before it. */
export function experimentRoutes(parts: Parts): Router {
  const router = Router();
  addList(router, parts);
  addExperiments(router, parts);
  addSteps(router, parts);
  return router;
}

const authorOf = (response: Response) => ({ projectId: projectOf(response), userId: callerOf(response).userId });

/** What is asked of a query; a parameter left empty in a form is one that was not given. */
const queryOf = (request: Request) =>
  Object.fromEntries(Object.entries(request.query).filter(([, value]) => value !== ''));

/** The experiment that the path names, of the project that it names; else 404. */
export function experimentOf(experiments: ExperimentStore, request: Request, response: Response): Experiment {
  const id = pathId(request.params.experiment_id);
  const found = id === undefined ? undefined : experiments.experiment(projectOf(response), id);
  if (found === undefined) throw notFound('No such experiment.');
  return found;
}

function addList(router: Router, { experiments, experimentEditor, log, clock }: Parts): void {
  resource(router, root, {
    get(request, response) {
      const page = pageOf(request);
      const query = parse(experimentQuery, queryOf(request));
      const { total, results } = experiments.listExperiments(projectOf(response), query, page);
      response.json(listAnswer(request, page, total, results));
    },
    post(request, response) {
      const input = parse(experimentInput, request.body);
      requireUsable(input, clock.now);
      response.status(201).json(experimentEditor.addExperiment(authorOf(response), input));
    },
  });
  resource(router, `${root}requires_flag_implementation/`, {
    async get(request, response) {
      const page = pageOf(request);
      // What decides answered is written behind.
      await log.flush();
      const { total, results } = experiments.listMissingCode(projectOf(response), page);
      response.json({ result: total > 0, ...listAnswer(request, page, total, results) });
    },
  });
}

function addExperiments(router: Router, { experiments, experimentEditor, clock }: Parts): void {
  const change = (request: Request, response: Response, update: ExperimentUpdate) => {
    const before = experimentOf(experiments, request, response);
    requireUsable(update, clock.now);
    response.json(experimentEditor.changeExperiment(authorOf(response), before, update));
  };
  resource(router, `${root}:experiment_id/`, {
    get: (request, response) => response.json(experimentOf(experiments, request, response)),
    patch: (request, response) => change(request, response, parse(experimentUpdate, request.body)),
    put: (request, response) => change(request, response, parse(experimentReplacement, request.body)),
    delete(request, response) {
      experimentEditor.removeExperiment(authorOf(response), experimentOf(experiments, request, response));
      response.status(204).end();
    },
  });
}

/** What is done to an experiment beside editing it, and what was. */
function addSteps(router: Router, { experiments, experimentEditor, experimentHistory }: Parts): void {
  resource(router, `${root}:experiment_id/history/`, {
    get(request, response) {
      const page = pageOf(request);
      const { total, results } = experimentHistory.listChanges(experimentOf(experiments, request, response).id, page);
      response.json(listAnswer(request, page, total, results));
    },
  });
  resource(router, `${root}:experiment_id/duplicate/`, {
    post(request, response) {
      const original = experimentOf(experiments, request, response);
      const input = parse(duplicateInput, request.body);
      response.status(201).json(experimentEditor.duplicateExperiment(authorOf(response), original, input));
    },
  });
  resource(router, `${root}:experiment_id/reset/`, {
    post(request, response) {
      const before = experimentOf(experiments, request, response);
      response.json(experimentEditor.resetExperiment(authorOf(response), before));
    },
  });
}
