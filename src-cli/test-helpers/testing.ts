import type { z } from 'zod';
import { maxPage } from '#server/core/contract.ts';
import { defaultDataDir } from '#server/defaults.ts';
import { type Event, eventPage } from '#server/events/contract.ts';
import type { Check, CheckResult, ExpectedCount, expectationInput } from '#server/expectations/contract.ts';
import { countBoundsOf } from '#server/expectations/evaluation/counts-contract.ts';
import { project } from '#server/projects/contract.ts';
import type { PropertyOperator } from '#server/properties/contract.ts';
import {
  endedNow,
  type TestRun as StoredTestRun,
  testRun as testRunAnswer,
  type testRunInput,
} from '#server/test-runs/contract.ts';
import { nameOfNow, testRunHost } from '../../src-renderer/test-runs/naming-words.ts';
import { dataDirEnv } from '../data-dir.ts';
import { conditionsOf } from '../expect/conditions.ts';
import { decidedWithin } from '../expect/decide.ts';
import { reasonLines, titleOf } from '../expect/report.ts';
import { Failure } from '../failure.ts';
import { onServer, type Server, type ServerOptions, serverEnv } from '../server.ts';
import { testRunEnv } from '../test-run/option.ts';

/** The helpers of `benchtop/testing`, for Playwright, Vitest or any other runner: they import none. */

/** `url`, `key` and `dataDir`: else those of the environment, as for the command line. */
export type StartOptions = Partial<Omit<ServerOptions, 'json'>> & Partial<z.input<typeof testRunInput>>;

/** An expectation in API format; its test run is the one that checks it. */
export type ExpectationInput = Omit<z.input<typeof expectationInput>, 'test_run'>;

/** By property name: the value it must equal (any of a list), or an operator and its value. */
export type Conditions = Record<string, unknown | { operator: PropertyOperator; value?: unknown }>;

/** How long to wait for events. */
export type Patience = { timeoutMs?: number };
/** `count`: a number means exactly that many (default: at least 1). */
export type ExpectOptions = Omit<ExpectationInput, 'event' | 'properties' | 'count'> &
  Patience & { count?: number | ExpectedCount };

const defaultTimeoutMs = 5000;
/** How long to wait for surplus events once there are enough. */
const settleMs = 1000;

/** A check failed. The message has the number found and the nearest miss of each failed expectation. */
export class ExpectationFailed extends Error {
  override name = 'ExpectationFailed';
  readonly results: CheckResult[];

  constructor(testRun: string, results: CheckResult[]) {
    const failed = results.filter(({ status }) => status !== 'passed');
    const lines = failed.flatMap((result) => {
      const title = result.expectation.name === '' ? [] : [`${titleOf(result)}:`];
      return [...title, ...reasonLines(result)].map((line) => `  ${line}`);
    });
    super([`Test run ${testRun} does not have the expected events.`, ...lines].join('\n'));
    this.results = results;
  }
}

/** Starts a test run. Throws an error that says what to do if the server or its key is missing. */
export async function startRun({ url, key, project: id, dataDir, ...given }: StartOptions = {}): Promise<TestRun> {
  const at = url ?? process.env[serverEnv.url];
  const by = key ?? process.env[serverEnv.key];
  const access: ServerOptions = {
    ...(at && { url: at }),
    ...(by && { key: by }),
    ...(id !== undefined && { project: id }),
    dataDir: dataDir ?? (process.env[dataDirEnv] || defaultDataDir(process.env)),
  };
  return ask(access, async (server) => {
    const { api_key: projectKey } = await server.ask('GET', server.path, project);
    if (projectKey === null) throw new Failure('The project has no key for apps: all are revoked.');
    const body = { ...given, name: given.name ?? nameOfNow() };
    const { name } = await server.ask('POST', `${server.path}test_runs/`, testRunAnswer, body);
    return new TestRun(access, { name, projectKey, host: testRunHost(server.url, name) });
  });
}

/** Runs `work` on the server; adds advice to the message of an error. */
async function ask<Result>(access: ServerOptions, work: (server: Server) => Promise<Result>): Promise<Result> {
  return onServer(access, work).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.fix === null) throw error;
    throw new Error(`${error.message} ${error.fix}`, { cause: error });
  });
}

type Target = { name: string; host: string; projectKey: string };

/** A test run that was started. `await using` ends it. */
export class TestRun implements AsyncDisposable {
  readonly name: string;
  /** The host for SDKs, with the path that names the test run. */
  readonly host: string;
  /** The project's key for apps. */
  readonly projectKey: string;
  readonly #access: ServerOptions;

  constructor(access: ServerOptions, { name, host, projectKey }: Target) {
    this.#access = access;
    this.name = name;
    this.host = host;
    this.projectKey = projectKey;
  }

  /** Returns environment variables for the processes of apps. */
  get env() {
    return { POSTHOG_HOST: this.host, POSTHOG_KEY: this.projectKey, [testRunEnv]: this.name };
  }

  /** Returns options of `posthog.init` for a browser driven by a test: not taken for a bot, and each event is sent at once. */
  get posthogOptions() {
    return { api_host: this.host, opt_out_useragent_filter: true, request_batching: false };
  }

  /**
   * Waits for events of a name that meet conditions. With a maximum, waits one more second for a surplus event. Throws
   * ExpectationFailed.
   */
  async expectEvent(event: string, properties: Conditions = {}, options: ExpectOptions = {}): Promise<CheckResult> {
    const { timeoutMs = defaultTimeoutMs, count = { at_least: 1 }, ...rest } = options;
    const required = typeof count === 'number' ? { exactly: count } : count;
    const expectation = { ...rest, event, properties: conditionsOf(properties), count: required };
    const enough = { ...expectation, unique: null, count: { at_least: countBoundsOf(required).min } };
    const { status } = await this.#decided([enough], timeoutMs);
    const { results } = await this.#decided([expectation], status === 'passed' ? settleMs : 0);
    const [result] = results;
    if (result?.status !== 'passed') throw new ExpectationFailed(this.name, results);
    return result;
  }

  /** Waits a second, or `timeoutMs`, in which no such event may arrive. Throws ExpectationFailed. */
  async expectNoEvent(event: string, properties: Conditions = {}, options: Patience = {}): Promise<void> {
    const expectation = { event, properties: conditionsOf(properties), count: { never: true } as const };
    await this.check([expectation], { timeoutMs: settleMs, ...options });
  }

  /** Checks expectations, or those stored on the server, until all are decided or the time is up. Throws ExpectationFailed. */
  async check(expectations?: ExpectationInput[], { timeoutMs = defaultTimeoutMs }: Patience = {}): Promise<Check> {
    const check = await this.#decided(expectations ?? null, timeoutMs);
    if (check.status !== 'passed') throw new ExpectationFailed(this.name, check.results);
    return check;
  }

  /** Returns the events so far, dropped events and rejected requests included, in the order of arrival. */
  async events(): Promise<Event[]> {
    return ask(this.#access, async (server) => {
      const events: Event[] = [];
      for (let after = '0'; ; ) {
        const query = new URLSearchParams({ test_run: this.name, status: 'all', limit: String(maxPage), after });
        const { results, cursor } = await server.ask('GET', `${server.path}events/?${query}`, eventPage);
        if (results.length === 0) return events;
        events.push(...results);
        after = cursor;
      }
    });
  }

  /** Ends the test run: later checks do not wait. */
  async end(): Promise<StoredTestRun> {
    return ask(this.#access, (server) => {
      const body = { ended_at: endedNow };
      return server.ask('PATCH', `${server.path}test_runs/${encodeURIComponent(this.name)}/`, testRunAnswer, body);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  #decided(expectations: ExpectationInput[] | null, timeoutMs: number): Promise<Check> {
    return ask(this.#access, (server) => decidedWithin(server, this.name, expectations, timeoutMs / 1000));
  }
}

type VitestContext = { task: { name: string }; onTestFinished(end: () => Promise<void>): void };

/** Starts a test run for a test of Vitest, labeled with its name, and ends it with the test. */
export async function startRunFor({ task, onTestFinished }: VitestContext, options?: StartOptions): Promise<TestRun> {
  const run = await startRun({ label: task.name, ...options });
  onTestFinished(async () => void (await run.end()));
  return run;
}

/** The fixtures that `testRunFixtures` adds to a test of Playwright. */
export type TestRunFixtures = { testRun: TestRun; testRunOptions: StartOptions };
type Use<Value> = (value: Value) => Promise<void>;

/** Fixtures for `test.extend` of Playwright: `testRun` is labeled with the title of the test, and ends with it. */
export const testRunFixtures = {
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  testRunOptions: async ({}: object, use: Use<StartOptions>) => use({}),

  testRun: async (
    { testRunOptions }: Pick<TestRunFixtures, 'testRunOptions'>,
    use: Use<TestRun>,
    { title }: { title: string },
  ) => {
    const run = await startRun({ label: title, ...testRunOptions });
    await use(run);
    await run.end();
  },
};
