import { expect } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { action, actionCount, actionPeople } from '../contract.ts';
import { matchedEventList } from '../preview/preview-contract.ts';

export async function withServer(work: (server: TestServer, api: ReturnType<typeof apiOf>) => Promise<void>) {
  await using server = await startTestServer();
  await work(server, apiOf(server));
}

export const apiOf = (server: TestServer) => (method: string, rest: string, body?: unknown) =>
  server.api(method, `/api/projects/1/actions/${rest}`, body);
type Api = ReturnType<typeof apiOf>;

let names = 0;
export async function add(api: Api, steps: object[]): Promise<number> {
  names += 1;
  const { status, body } = await api('POST', '', { name: `Action ${names}`, steps });
  expect({ status, body }).toMatchObject({ status: 201 });
  return action.parse(body).id;
}

export async function counted(api: Api, id: number) {
  const { count, people_count, series } = actionCount.parse((await api('GET', `${id}/count/`)).body);
  const { results } = actionPeople.parse((await api('GET', `people/?action_id=${id}&limit=1000`)).body);
  const people = results.map((person) => [person.id, person.action_count, person.last_seen]).toSorted();
  expect(people).toHaveLength(people_count);
  const events = matchedEventList.parse((await api('GET', `${id}/events/?limit=1000`)).body);
  return { count, people_count, series, people, events: events.results.map(({ uuid }) => uuid).toSorted() };
}
