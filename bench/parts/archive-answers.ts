import { z } from 'zod';
import { dayMs, isoTime } from '../../src-server/core/text/time-contract.ts';
import { matchAnew } from '../actions/actions.ts';
import { simpleActions } from '../actions/sample-actions.ts';
import { get, patch, post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { experimentUrl, named } from '../experiments/everything.ts';
import { addExperiment, metrics } from '../experiments/experiments.ts';
import { median } from '../figures/numbers.ts';
import { personOf } from '../payload.ts';
import { cpuTime, type Server } from '../processes.ts';
import { visitors } from '../visits.ts';

/** The ids of what is asked about. */
export type Subjects = { action: number; experiment: number; end: number };

/** In ms. `cpu`: of the whole server, at least 10, in which it is known; null where it is not. */
export type Answer = { name: string; wall: number; cpu: number | null; body: string };

/** Saves the action and the experiment that are asked about. The run has all events but those of the newest day. */
export async function prepareAnswers(server: Server, days: number): Promise<Subjects> {
  const [action] = simpleActions;
  if (action === undefined) throw new Error('There is no action to count.');
  const end = Date.now() - dayMs;
  const start = end - (days - 1) * dayMs;
  const { id } = await matchAnew(server, { ...action, name: 'Counted' });
  return { action: id, experiment: await addExperiment(server, start, end), end };
}

const listed = z.object({ next: z.string().nullable(), results: z.array(z.unknown()) });
/** A result also lists the changes of the metric. */
const counted = z.object({ result: z.object({ days: z.unknown() }) });
const times = 5;

/** Asks for counts, people, results, pages and searches over all events. */
export async function readAnswers(server: Server, asked: Subjects): Promise<Answer[]> {
  const project = `${server.url}/api/projects/@current/`;
  const answers: Answer[] = [];
  const ask = async (name: string, read: () => Promise<unknown>, repeats = 1) => {
    const taken: Answer[] = [];
    for (let time = 0; time < repeats; time++) taken.push(await timed(server, name, read));
    const [first] = taken;
    if (first !== undefined) answers.push({ ...first, wall: median(taken.map(({ wall }) => wall)) });
  };
  const all = (query: Record<string, string>) => () =>
    readPages(`${project}events/?${new URLSearchParams({ limit: '1000', ...query })}`);
  const until = isoTime(asked.end).slice(0, 10);
  await ask(
    'count, people and every day',
    () => get(`${project}actions/${asked.action}/count/?date_to=${until}`),
    times,
  );
  await ask('people, the newest 100', () => get(`${project}actions/people/?action_id=${asked.action}`), times);
  for (const { name, filters } of [...metrics, ofProperty]) {
    await patch(experimentUrl(server, asked.experiment), { filters });
    const read = async () => counted.parse(await get(`${experimentUrl(server, asked.experiment)}results/`)).result.days;
    await ask(`${name}, first`, read);
    await ask(`${name}, again`, read, times);
  }
  const people = { bots: true, properties: [{ key: 'plan', value: 'team', operator: 'exact', type: 'event' }] };
  // The 30 days end now, so nothing is compared.
  await ask('excluded people of 30 days, first', () =>
    post(`${project}experiments/excluded_people/`, people).then(() => null),
  );
  await ask('events of a person, all pages', all({ distinct_id: personOf(3, visitors) }));
  await ask('a search that 1% match, all pages', all({ search: 'settings/billing' }));
  await ask('a search that none match, all pages', all({ search: 'nowhere' }));
  await ask(
    'a property that none have, all pages',
    all({ properties: JSON.stringify([{ key: 'plan', value: 'none' }]) }),
  );
  return answers;
}

const ofProperty = {
  name: 'a mean of a property of page views',
  filters: { insight: 'TRENDS', events: named('$pageview'), benchtop: { kind: 'mean_property', property: 'seats' } },
};

/** Reads every page, as each has a time limit. */
async function readPages(first: string): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let url: string | null = first; url !== null; ) {
    const page: z.infer<typeof listed> = listed.parse(await get(url));
    results.push(...page.results);
    url = page.next;
  }
  return results;
}

async function timed({ pid, url }: Server, name: string, read: () => Promise<unknown>): Promise<Answer> {
  const [started, before] = [performance.now(), cpuTime(pid)];
  const body = await read();
  const [wall, after] = [performance.now() - started, cpuTime(pid)];
  // A restarted server has another port.
  const comparable = JSON.stringify(body).replaceAll(url, '');
  return { name, wall, cpu: before === null || after === null ? null : Math.max(10, after - before), body: comparable };
}

/** Records the answers beside those of before. Both must be the same. */
export function recordAnswers(
  bench: Bench,
  variant: string,
  after: readonly Answer[],
  before: readonly Answer[],
): void {
  for (const [index, { name, wall, cpu, body }] of after.entries()) {
    const peer = before[index];
    if (body !== peer?.body) throw new Error(`${name}: another answer than before.`);
    bench.record('archive-answers', `${name}, ${variant}`, wall, peer.wall);
    if (cpu !== null) bench.record('archive-processor', `${name}, ${variant}`, cpu, peer.cpu ?? undefined);
  }
}
