import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

type Options = Parameters<typeof startTestServer>[0];

/** A test server of its own for each test of the file (or `describe`); to be used within tests only. */
export const serverForEach = (options?: Options): TestServer => between(beforeEach, afterEach, options);

/** One test server for all tests of the file (or `describe`); to be used within tests only. */
export const serverForAll = (options?: Options): TestServer => between(beforeAll, afterAll, options);

type Hook = (run: () => Promise<void>) => void;

function between(before: Hook, after: Hook, options: Options): TestServer {
  let current: TestServer | undefined;
  before(async () => {
    current = await startTestServer(options);
  });
  after(async () => current?.close());
  return new Proxy({} as TestServer, {
    get(_, name) {
      if (current === undefined) throw new Error(`There is no server yet for \`${String(name)}\`.`);
      return Reflect.get(current, name);
    },
  });
}
