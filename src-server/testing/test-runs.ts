import { eventPage, eventSummary } from '../events/contract.ts';
import { testRun } from '../test-runs/contract.ts';
import { projectKey, type TestServer } from './server.ts';

/** Returns the requests that the tests of test runs send. */
export function askerOf(server: TestServer) {
  const root = '/api/projects/1/';
  const list = async (query: string) =>
    eventPage.parse((await server.api('GET', `${root}events/?${query}`)).body).results;
  return {
    root,
    list,
    /** Returns the names in a test run, of any status, sorted; `(none)`: without a run. */
    async namesIn(name: string): Promise<(string | null)[]> {
      return (await list(`status=all&test_run=${name}`)).map(({ event }) => event).toSorted();
    },
    summary: async (query: string) =>
      eventSummary.parse((await server.api('GET', `${root}events/summary/?${query}`)).body),
    run: async (name: string) => testRun.parse((await server.api('GET', `${root}test_runs/${name}/`)).body),
    /** Sends an event of `ann` or another person that names the run this way. */
    send: (event: string, way: { header?: string; path?: string; properties?: object; person?: string } = {}) =>
      server.send(
        'POST',
        way.path ?? '/capture/',
        {
          'Content-Type': 'application/json',
          ...(way.header === undefined ? {} : { 'X-Benchtop-Test-Run': way.header }),
        },
        JSON.stringify({
          api_key: projectKey,
          event,
          distinct_id: way.person ?? 'ann',
          properties: way.properties ?? {},
        }),
      ),
  };
}
