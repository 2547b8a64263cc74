import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { experiment, type Experiment } from './contract.ts';

const root = '/api/projects/1/experiments/';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const add = async (body: object): Promise<Experiment> => experiment.parse((await server.api('POST', root, body)).body);

test('an experiment is created with what was not sent defaulted, and read again', async () => {
  const { status, body } = await server.api('POST', root, { name: 'Checkout', feature_flag_key: 'checkout' });
  expect(status).toBe(201);
  expect(body).toMatchObject({ id: 1, name: 'Checkout', feature_flag: 1, status: 'draft' });
  expect((await server.api('GET', `${root}1/`)).body).toEqual(body);
  expect(await add({ name: 'x', feature_flag_key: 'y' })).toMatchObject({ id: 2 });
});
