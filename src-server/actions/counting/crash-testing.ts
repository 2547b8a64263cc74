import { crashOf, startTestServer, type TestServer } from '../../testing/server.ts';

/** Starts a server on the present files, as after a kill; the other one ends. */
export async function crash(server: TestServer): Promise<TestServer> {
  const next = await startTestServer(crashOf(server));
  await server.close();
  return next;
}
