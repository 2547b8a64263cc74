import { action } from '#server/actions/contract.ts';
import { dayMs } from '#server/core/text/time-contract.ts';
import { type Experiment, experiment as experimentSchema } from '#server/experiments/contract.ts';
import {
  baseline as baselineSchema,
  type PlanInput,
  plan as planSchema,
} from '#server/experiments/planning/plan-contract.ts';
import { flag } from '#server/flags/contract.ts';
import type { Project } from '#server/projects/contract.ts';
import { type ConnectedServer, received } from '../../api/connect.ts';
import { decide } from '../decide.ts';
import { metricOf, type SampleExperiment, sampleExperiments } from './sample-experiments.ts';
import { sampleActions, sampleFlags, unknownFlag, unusedFlag } from './sample-flags.ts';
import { type SampleEvent, sampleShop } from './sample-shop.ts';
import { experimentVisit, visitorId, visitorsOf } from './sample-visits.ts';

/** Visitors whose events go in one request, and requests at once: a browser has six to a server. */
const VISITORS_PER_REQUEST = 50;
const MAX_REQUESTS = 4;

type Created = { plan: SampleExperiment; experiment: Experiment };

/**
 * Fills a project with the sample shop: flags, actions, experiments in every state, and the events of its visitors, sent by the
 * project's key as an app would. `now` in ms since the epoch.
 */
export async function loadSample(server: ConnectedServer, project: Project, now: number): Promise<void> {
  const root = `/api/projects/${project.id}/`;
  const key = project.api_key;
  await Promise.all(sampleFlags.map((body) => server.ask('POST', `${root}feature_flags/`, flag, body)));
  // One after the other, so that lists have them in this order.
  const created: Created[] = [];
  for (const plan of sampleExperiments) created.push({ plan, experiment: await launch(server, root, plan, now) });
  await sendVisits(server, key, created, now);
  for (const batch of sampleShop(now)) await send(server, key, batch);
  const unknown = { $feature_flag: unknownFlag, $feature_flag_response: false };
  const asked = { event: '$feature_flag_called', distinct_id: 'ada', timestamp: new Date(now).toISOString() };
  await send(server, key, [{ ...asked, properties: unknown }]);
  for (const body of sampleActions) await server.ask('POST', `${root}actions/`, action, body);
  for (const each of created) {
    if (each.plan.run === null) await planByCaptured(server, root, each);
    else await end(server, root, each, now);
  }
  await server.ask('POST', `${root}feature_flags/`, flag, unusedFlag);
}

async function send(server: ConnectedServer, key: string | null, batch: SampleEvent[]): Promise<void> {
  await server.send('/batch/', received, { api_key: key, batch, sent_at: new Date().toISOString() });
}

const daysBefore = (now: number, days: number) => new Date(now - days * dayMs).toISOString();

async function launch(server: ConnectedServer, root: string, plan: SampleExperiment, now: number) {
  const { name, hypothesis, key, variants, secondary = [], run } = plan;
  const { perDay } = plan.plan;
  const baseline = plan.shares.control;
  const parameters =
    perDay === null || baseline === undefined
      ? {}
      : await plannedParameters(server, root, plan, { kind: 'proportion', baseline, people_per_day: perDay });
  const body = {
    name,
    description: hypothesis,
    feature_flag_key: key,
    filters: metricOf(plan),
    secondary_metrics: secondary,
    parameters: { feature_flag_variants: variants, ...parameters },
  };
  const draft = await server.ask('POST', `${root}experiments/`, experimentSchema, body);
  if (run === null) return draft;
  const start = { start_date: daysBefore(now, run.start) };
  return server.ask('PATCH', `${root}experiments/${draft.id}/`, experimentSchema, start);
}

type Expected = Pick<PlanInput, 'kind' | 'baseline' | 'people_per_day'>;

/** Returns the parameters that the planner has for the effect. */
async function plannedParameters(
  server: ConnectedServer,
  root: string,
  { variants, plan: { effect } }: SampleExperiment,
  expected: Expected,
) {
  const { people, days } = await server.ask('POST', `${root}experiments/plan/`, planSchema, {
    ...expected,
    minimum_detectable_effect: effect,
    weights: variants.map(({ rollout_percentage: weight }) => weight),
  });
  return {
    minimum_detectable_effect: effect,
    recommended_sample_size: people,
    recommended_running_time: days === null ? null : Math.ceil(days),
  };
}

/** Plans an experiment by what was captured, as a user would before the launch. */
async function planByCaptured(server: ConnectedServer, root: string, { plan, experiment }: Created): Promise<void> {
  const {
    kind,
    value,
    new_people_per_day: people_per_day,
  } = await server.ask('POST', `${root}experiments/baseline/`, baselineSchema, { filters: metricOf(plan) });
  if (value === null) return;
  const planned = await plannedParameters(server, root, plan, { kind, baseline: value, people_per_day });
  await server.ask('PATCH', `${root}experiments/${experiment.id}/`, experimentSchema, {
    parameters: { feature_flag_variants: plan.variants, ...planned },
  });
}

/** Sends the visits: each visitor requests its flags once, and acts on them in every experiment. */
async function sendVisits(server: ConnectedServer, key: string | null, created: Created[], now: number) {
  const visitors = Math.max(...created.map(({ plan }) => visitorsOf(plan).end));
  const chunks = Array.from(
    { length: Math.ceil(visitors / VISITORS_PER_REQUEST) },
    (_, index) => index * VISITORS_PER_REQUEST,
  );
  const lane = async () => {
    for (let first = chunks.shift(); first !== undefined; first = chunks.shift()) {
      const batch: SampleEvent[] = [];
      for (let visitor = first; visitor < Math.min(first + VISITORS_PER_REQUEST, visitors); visitor += 1) {
        const flags = await decide(server, key, visitorId(visitor));
        const visits = created.flatMap(({ plan }, stream) =>
          experimentVisit(plan, stream, visitor, flags[plan.key] ?? false, now),
        );
        batch.push(...visits);
      }
      await send(server, key, batch);
    }
  };
  await Promise.all(Array.from({ length: MAX_REQUESTS }, lane));
}

async function end(server: ConnectedServer, root: string, { plan, experiment }: Created, now: number): Promise<void> {
  const { run, ended } = plan;
  if (run === null || run.end === null || ended === undefined) return;
  await server.ask('PATCH', `${root}experiments/${experiment.id}/`, experimentSchema, {
    end_date: daysBefore(now, run.end),
    conclusion: ended.conclusion,
    conclusion_comment: ended.comment,
    flag_outcome: ended.outcome,
  });
  if (ended.archived !== true) return;
  await server.ask('PATCH', `${root}experiments/${experiment.id}/`, experimentSchema, { archived: true });
}
