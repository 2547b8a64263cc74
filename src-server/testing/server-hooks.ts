import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startTestServer, type TestServer } from './server.ts';

type Options = Parameters<typeof startTestServer>[0];

/** Starts a test server for each test of the file (or `describe`); call it within tests only. */
export const serverForEach = (options?: Options): TestServer => between(beforeEach, afterEach, options);

/** Starts one test server for all tests of the file (or `describe`); call it within tests only. */
export const serverForAll = (options?: Options): TestServer => between(beforeAll, afterAll, options);

/**
 * Starts one test server for all tests of the file (or `describe`), and creates a project on it for each, for which `@current`
 * stands in a path: a tenth of a server's start. For tests that look at nothing outside of a project, and expect no number of a
 * row.
 */
export function projectForEach(options?: Options): TestServer {
  let server: TestServer | undefined;
  let inProject: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(options);
  });
  beforeEach(async () => {
    inProject = server && { ...server, ...(await server.inNewProject()) };
  });
  afterEach(() => server?.requireNoFailure());
  afterAll(async () => server?.close());
  return whenUsed(() => inProject);
}

type Hook = (run: () => Promise<void>) => void;

function between(before: Hook, after: Hook, options: Options): TestServer {
  let current: TestServer | undefined;
  before(async () => {
    current = await startTestServer(options);
  });
  after(async () => current?.close());
  return whenUsed(() => current);
}

/** Returns a proxy for an object that exists only once the tests run. */
export function whenUsed<Used extends object>(current: () => Used | undefined): Used {
  return new Proxy({} as Used, {
    get(_, name) {
      const used = current();
      if (used === undefined) throw new Error(`There is nothing yet that has \`${String(name)}\`.`);
      return Reflect.get(used, name);
    },
  });
}
