import { type Request, Router } from 'express';
import type { Clock } from '../../core/time.ts';
import type { Reader } from '../../database/reader.ts';
import { validationError } from '../../http/error.ts';
import { resource } from '../../http/methods.ts';
import { parse } from '../../http/parse.ts';
import { projectOf } from '../../projects/authenticate.ts';
import { type Experiment, secondaryMetric } from '../contract.ts';
import { baselineInput, planInput } from '../planning/plan-contract.ts';
import { makePlan } from '../planning/planning.ts';
import type { ExperimentReads } from '../reads.ts';
import { experimentOf } from '../routes.ts';
import type { ExperimentStore } from '../store.ts';

type Parts = { experiments: ExperimentStore; reader: Pick<Reader<ExperimentReads>, 'read'>; clock: Clock };

const root = '/projects/:project_id/experiments/';

/** What is computed of experiments, relative to `/api`; to be registered before `experimentRoutes`. */
export function resultRoutes({ experiments, reader, clock }: Parts): Router {
  const router = Router();
  const resultsOf = (projectId: number, experiment: Experiment, metrics: unknown[]) =>
    reader.read('experimentResults', { projectId, experiment, metrics, now: clock.now() });
  resource(router, `${root}baseline/`, {
    async post(request, response) {
      const input = parse(baselineInput, request.body);
      response.json(await reader.read('baseline', { projectId: projectOf(response), input, now: clock.now() }));
    },
  });
  resource(router, `${root}plan/`, {
    post: (request, response) => response.json(makePlan(parse(planInput, request.body))),
  });
  resource(router, `${root}:experiment_id/results/`, {
    async get(request, response) {
      const experiment = experimentOf(experiments, request, response);
      const [result] = await resultsOf(projectOf(response), experiment, [experiment.filters]);
      response.json({ ...experiment, result });
    },
  });
  resource(router, `${root}:experiment_id/secondary_results/`, {
    async get(request, response) {
      const experiment = experimentOf(experiments, request, response);
      const metrics = metricsIn(experiment);
      const asked = askedIndex(request, metrics.length);
      // All of them also for one, and the primary metric: its p-values are adjusted for all that is looked at.
      const filters = [experiment.filters, ...metrics.map((metric) => metric.filters)];
      const [, ...computed] = await resultsOf(projectOf(response), experiment, filters);
      const results = computed.map((result, index) => ({ ...result, index, name: metrics[index]?.name ?? '' }));
      response.json({ ...experiment, results: asked === undefined ? results : results.slice(asked, asked + 1) });
    },
  });
  return router;
}

type Named = { name: string; filters: unknown };

/** A list, one metric alone, or an object of them: by name, or under `metrics`. What is no metric is left out. */
function metricsIn({ secondary_metrics: given }: Experiment): Named[] {
  const nameOf = (name: unknown, index: number) =>
    typeof name === 'string' && name !== '' ? name : `Metric ${index + 1}`;
  const listed = Array.isArray(given)
    ? given
    : Array.isArray(given.metrics)
      ? given.metrics
      : 'filters' in given
        ? [given]
        : null;
  const entries: [unknown, unknown][] =
    listed === null ? Object.entries(given) : listed.map((metric) => [undefined, metric]);
  return entries.flatMap(([key, metric], index) => {
    const parsed = secondaryMetric.safeParse(metric);
    return parsed.success ? [{ name: nameOf(parsed.data.name ?? key, index), filters: parsed.data.filters }] : [];
  });
}

function askedIndex(request: Request, count: number): number | undefined {
  const { id } = request.query;
  if (id === undefined || id === '') return undefined;
  if (typeof id === 'string' && /^\d{1,6}$/.test(id) && Number(id) < count) return Number(id);
  const detail =
    count === 0 ? 'The experiment has no secondary metrics.' : `A whole number from 0 to ${count - 1} is required.`;
  throw validationError('invalid_input', detail, 'id');
}
