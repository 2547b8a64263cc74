import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { action, actionCounts, actionList } from '#server/actions/contract.ts';
import { type Experiment, experimentList } from '#server/experiments/contract.ts';
import { baseline, plan } from '#server/experiments/planning/plan-contract.ts';
import { experimentResults } from '#server/experiments/results/results-contract.ts';
import { flagList } from '#server/flags/contract.ts';
import { project } from '#server/projects/contract.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { connect } from '../src-renderer/api/connect.ts';
import { loadSample } from '../src-renderer/simulation/sample/load-sample.ts';
import { sampleExperiments } from '../src-renderer/simulation/sample/sample-experiments.ts';

let server: TestServer;
let root: string;
beforeAll(async () => {
  server = await startTestServer();
  const created = project.parse((await server.api('POST', '/api/projects/', { name: 'Sample data' })).body);
  root = `/api/projects/${created.id}/`;
  await loadSample(connect(server.url, server.personalKey), created, Date.now());
});
afterAll(() => server.close());

const get = async <Schema extends z.ZodType>(path: string, schema: Schema) =>
  schema.parse((await server.api('GET', root + path)).body);

async function verdictOf({ id }: Experiment): Promise<string> {
  const { result } = await get(`experiments/${id}/results/`, experimentResults);
  return result.verdict.kind;
}

test('the sample has an experiment in each state, with conclusions that match their verdicts', async () => {
  const { results } = await get('experiments/?limit=50', experimentList);
  const states = await Promise.all(
    results.map(async (experiment) => {
      const { status, archived, conclusion } = experiment;
      return [archived ? 'archived' : status, conclusion, await verdictOf(experiment)];
    }),
  );
  expect(states.toSorted()).toEqual(
    [
      ['archived', 'won', 'better'],
      ['complete', 'won', 'better'],
      ['complete', 'lost', 'worse'],
      ['complete', 'inconclusive', 'no_clear_difference'],
      ['complete', 'stopped_early', 'collecting'],
      ['complete', 'invalid', 'unhealthy'],
      ['running', null, 'better'],
      ['running', null, 'no_clear_difference'],
      ['draft', null, 'draft'],
    ].toSorted(),
  );
});

test('each plan of the sample matches the planner, in at most 60 days', async () => {
  const { results } = await get('experiments/?limit=50', experimentList);
  const planned = (body: object) => server.api('POST', `${root}experiments/plan/`, body);
  expect(results.length).toBeGreaterThan(0);
  for (const { name, parameters, variants, filters } of results) {
    const measured = baseline.parse((await server.api('POST', `${root}experiments/baseline/`, { filters })).body);
    const assumed = sampleExperiments.find((each) => each.name === name)?.shares.control ?? measured.value;
    const { minimum_detectable_effect } = parameters;
    const weights = variants.map(({ rollout_percentage: weight }) => weight);
    const question = { kind: measured.kind, baseline: assumed, minimum_detectable_effect, weights };
    const { people } = plan.parse((await planned(question)).body);
    expect(parameters.recommended_sample_size, name).toBe(people);
    expect(parameters.recommended_running_time, name).toBeLessThanOrEqual(60);
  }
});

test('the sample has a running experiment that is better and harms no guardrail, the mean of a property', async () => {
  const { results } = await get('experiments/?search=Shorter', experimentList);
  const [experiment] = results;
  expect(experiment?.secondary_metrics).toMatchObject([
    { name: 'Payment failures' },
    { name: 'Revenue', filters: { benchtop: { kind: 'mean_property', property: 'total' } } },
  ]);
  const { result } = await get(`experiments/${experiment?.id}/results/`, experimentResults);
  expect(result.verdict).toMatchObject({ kind: 'better', guardrail_state: 'not_harmed' });
});

test('the sample has flags of each kind, and actions with and without matches', async () => {
  const { results: flags } = await get('feature_flags/?limit=50', flagList);
  const of = (key: string) => flags.find((flag) => flag.key === key);
  expect(of('dark-shop')).toMatchObject({ active: false });
  expect(of('new-search')).toMatchObject({ active: true, filters: { multivariate: null } });
  expect(of('home-layout')?.filters.multivariate?.variants).toHaveLength(3);
  expect(of('old-cart')).toMatchObject({ active: true, last_served_at: null });

  const { results: actions } = await get('actions/?limit=50', actionList);
  await vi.waitFor(async () => {
    const now = await Promise.all(actions.map(({ id }) => get(`actions/${id}/`, action)));
    expect(now.map((each) => each.is_calculating)).not.toContain(true);
  });
  const { results: counts } = await get('actions/counts/', actionCounts);
  const countOf = (name: string) =>
    counts.find(({ action_id: id }) => id === actions.find((each) => each.name === name)?.id)?.count;
  expect(countOf('Order completed')).toBeGreaterThan(100);
  expect(countOf('Signed up or joined the newsletter')).toBeGreaterThan(10);
  expect(countOf('Gift card used')).toBe(0);
});
