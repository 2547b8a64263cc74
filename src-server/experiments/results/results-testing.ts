import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import { projectForEach, serverForAll } from '../../testing/server-hooks.ts';
import { experimentApi } from '../api-testing.ts';
import { experimentResults, type MetricResult, type SecondaryResult, secondaryResults } from './results-contract.ts';

const root = '/api/projects/@current/experiments/';

/** Returns helpers for experiments of a test server, over HTTP. */
export function labOf(server: TestServer) {
  const api = experimentApi(server, '@current');
  const send = async (path: string, body: unknown): Promise<void> => {
    const { status, body: answer } = await server.capture(body, path);
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(answer)}`);
  };
  return {
    add: async (body: object): Promise<number> => (await api.add(body)).id,
    change: (id: number, body: object) => server.api('PATCH', `${root}${id}/`, body),
    /** Changes the flag of an experiment itself. */
    changeFlag: async (id: number, body: object) => api.changeFlag((await api.read(id)).feature_flag, body),
    capture: (batch: object[]) => send('/batch/', { batch }),
    get: (path: string) => server.api('GET', `${root}${path}`),
    post: (path: string, body: unknown) => server.api('POST', `${root}${path}`, body),
    async result(id: number): Promise<MetricResult> {
      return experimentResults.parse((await server.api('GET', `${root}${id}/results/`)).body).result;
    },
    async secondary(id: number, query = ''): Promise<SecondaryResult[]> {
      const { body } = await server.api('GET', `${root}${id}/secondary_results/${query}`);
      return secondaryResults.parse(body).results;
    },
  };
}
export type Lab = ReturnType<typeof labOf>;

export const trend = { insight: 'TRENDS', events: [{ id: 'paid' }] };

/** 21 November 2026, 12:00 UTC. */
export const labNow = Date.UTC(2026, 10, 21, 12);

/** Starts one server for all tests of the file at `labNow`, or the time that `now` returns. */
export const labForAll = (now = () => labNow) => labOn(serverForAll({ clock: { now, uuid: randomUUID } }));

/** Creates a project for each test of the file at `labNow`, or the time that `now` returns. */
export const labForEach = (now = () => labNow) => labOn(projectForEach({ clock: { now, uuid: randomUUID } }));

const labOn = (server: TestServer) => ({ server, lab: labOf(server) });

/** Returns a time in November 2026, UTC; more than 23 hours go on to the next days. */
export const inNovember = (day: number, hour = 0) => new Date(Date.UTC(2026, 10, day, hour)).toISOString();

/** Expects the evidence of the last day to equal that of the result, up to the rounding of sums. */
export function expectLastDay({ days, variants }: MetricResult): void {
  const close = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(close);
    return typeof value === 'number' ? expect.closeTo(value, 7) : value;
  };
  for (const { key, evidence: shown } of days.at(-1)?.variants ?? []) {
    const { people, value, interval, versus } = variants.find((one) => one.key === key)?.evidence ?? {};
    const { lift = null, lift_interval = null, always_valid_interval = null } = versus ?? {};
    const said = Object.entries({ people, value, interval, lift, lift_interval, always_valid_interval });
    expect(shown).toMatchObject(Object.fromEntries(said.map(([name, one]) => [name, close(one)])));
  }
}

export const called = (distinct_id: string, value: string | boolean, timestamp: string, flag = 'checkout') => ({
  event: '$feature_flag_called',
  distinct_id,
  timestamp,
  properties: { $feature_flag: flag, $feature_flag_response: value },
});

export const did = (event: string, distinct_id: string, timestamp: string, properties: object = {}) => ({
  event,
  distinct_id,
  timestamp,
  properties,
});

export type PaidByVariant = Record<string, readonly [persons: number, paid: number]>;

/**
 * Exposes this many persons by variant, each on the day of November of its place among all; the first of each variant, as many as
 * paid, pay some hours later.
 */
export function exposedAndPaid(
  people: PaidByVariant,
  { flag = 'checkout', hours = 5, day = (_place: number): number => 12 } = {},
) {
  const persons = Object.entries(people).flatMap(([variant, [count, paid]]) =>
    Array.from({ length: count }, (_, index) => ({ variant, id: `${flag}-${variant}-${index}`, pays: index < paid })),
  );
  return persons.flatMap(({ variant, id, pays }, place) => {
    const exposure = called(id, variant, inNovember(day(place)), flag);
    return pays ? [exposure, did('paid', id, inNovember(day(place), hours))] : [exposure];
  });
}
