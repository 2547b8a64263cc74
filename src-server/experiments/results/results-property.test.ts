import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled } from '../../actions/testing.ts';
import { dayMs } from '../../core/text/time-contract.ts';
import { personList } from '../../persons/contract.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type History, history, last, type Metric, type Sent, variants } from './history-testing.ts';
import { actionSteps, counted, type Event, expected, type Person } from './results-model-testing.ts';
import { called, did, expectLastDay, type Lab, labOf } from './results-testing.ts';

const filtersOf = ({ insight, entries, windowDays, properties }: Metric, actions: number[]) => {
  const own = entries.map((one, order) => ({ ...one, order }));
  return {
    insight,
    properties,
    funnel_window_days: windowDays,
    events: own
      .filter(({ action }) => action === null)
      .map(({ id, order, properties: p }) => ({ id, order, properties: p })),
    actions: own
      .filter(({ action }) => action !== null)
      .map(({ action, order, properties: p }) => ({ id: actions[action as number], order, properties: p })),
  };
};

let runs = 0;

/** Runs an experiment with its own flag and ids, which keep it apart from earlier ones on the same server. */
async function play(server: TestServer, lab: Lab, actions: number[], given: History) {
  runs += 1;
  const [flag, prefix] = [`flag-${runs}`, `run${runs}-`];
  const early = variants.map((who): Sent => ({ kind: 'called', who, value: who, at: given.start }));
  const all = [...early, ...given.sent];
  const batch = all.map((one) => {
    const timestamp = new Date(one.at).toISOString();
    const id = prefix + one.who;
    if (one.kind === 'called' && given.carries) return did('view', id, timestamp, { [`$feature/${flag}`]: one.value });
    if (one.kind === 'called') return called(id, one.value, timestamp, flag);
    if (one.kind === 'merged') return did('$identify', id, timestamp, { $anon_distinct_id: prefix + one.other });
    return did(one.name, id, timestamp, { ...one.properties, ...(one.plan ? { $set: { plan: one.plan } } : {}) });
  });
  await lab.capture(batch);
  const { body } = await server.api('GET', `/api/projects/1/persons/?limit=1000&search=${prefix}`);
  const persons = personList.parse(body).results;
  const events = batch.map(({ event, distinct_id: id, properties: own }, index): Event => {
    const person = persons.find(({ distinct_ids: ids }) => ids.includes(id));
    const properties: Record<string, unknown> = {
      ...own,
      $feature: (own as Record<string, unknown>)[`$feature/${flag}`],
    };
    return { index, at: all[index]?.at ?? 0, name: event, properties, person: person as Person };
  });
  const weights = variants.map((key) => ({ key, rollout_percentage: key === 'third' ? 34 : 33 }));
  const [main, ...others] = given.metrics.map((one) => filtersOf(one, actions));
  const id = await lab.add({
    name: flag,
    feature_flag_key: flag,
    start_date: new Date(given.start).toISOString(),
    end_date: given.end === null ? null : new Date(given.end).toISOString(),
    parameters: { feature_flag_variants: weights },
    filters: main,
    secondary_metrics: others.map((filters) => ({ filters })),
  });
  const results = [await lab.result(id), ...(await lab.secondary(id))];
  expect(results.map(counted)).toEqual(given.metrics.map((one) => expected(events, given, one)));
  for (const one of results) expectLastDay(one);
}

test('results of any history agree with a count person by person', { timeout: 60_000 }, async () => {
  const now = last + dayMs;
  const uuid = () => crypto.randomUUID();
  await using server = await startTestServer({ clock: { now: () => now, uuid } });
  const lab = labOf(server);
  const api = (method: string, rest: string, body?: unknown) =>
    server.api(method, `/api/projects/1/actions/${rest}`, body);
  const actions: number[] = [];
  for (const [index, steps] of actionSteps.entries()) {
    const { body } = await api('POST', '', { name: `Action ${index}`, steps });
    actions.push((await settled(api, (body as { id: number }).id)).id);
  }
  const ordered = history.filter(({ start, end }) => end === null || end >= start);
  await fc.assert(
    fc.asyncProperty(ordered, (given) => play(server, lab, actions, given)),
    { numRuns: 40 },
  );
});
