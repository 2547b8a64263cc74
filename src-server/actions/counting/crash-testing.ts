import { copyFileSync } from 'node:fs';
import { databaseFile, walFile } from '../../database/storage/files.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

/** Starts a server on the present files, as after a kill; the other one ends. */
export async function crash(server: TestServer): Promise<TestServer> {
  const [from, log] = [databaseFile(server.dataDir), walFile(databaseFile(server.dataDir))];
  const prepare = (dataDir: string) => {
    copyFileSync(from, databaseFile(dataDir));
    copyFileSync(log, walFile(databaseFile(dataDir)));
  };
  const next = await startTestServer({ prepare });
  await server.close();
  return next;
}
