import { beforeAll, expect, test, vi } from 'vitest';
import type { DocumentedOperation, OpenApiDocument } from '../http/description/openapi.ts';
import { numberedUuids } from '../testing/numbered-uuids.ts';
import { serverForAll } from '../testing/server-hooks.ts';

const root = '/api/projects/{project_id}/';
/** Reads that cannot be limited to a test run. None of them lists or counts events or their senders. */
const withoutTestRun = [
  // Settings and definitions, with their history.
  '/api/definitions/',
  '/api/projects/',
  '/api/personal_api_keys/',
  '/api/users/',
  '/api/users/{user_id}/',
  '/api/sessions/',
  ...[
    '',
    'api_keys/',
    'saved_views/',
    'pins/',
    'diff/masks/',
    'saved_metrics/',
    'saved_metrics/{saved_metric_id}/',
  ].map(of),
  ...['', '{flag_id}/', '{flag_id}/history/', 'overrides/'].map((path) => of(`feature_flags/${path}`)),
  ...['', '{action_id}/', 'chat/'].map((path) => of(`actions/${path}`)),
  ...['', '{experiment_id}/', '{experiment_id}/history/'].map((path) => of(`experiments/${path}`)),
  of('expectations/{expectation_id}/'),
  // Actions on a whole experiment, and whether code requests its flag at all.
  ...['decided/', '{experiment_id}/decision/', 'requires_flag_implementation/'].map((path) =>
    of(`experiments/${path}`),
  ),
  // One event or person.
  ...['events/{uuid}/', 'events/{uuid}/body/', 'events/{uuid}/diff/', 'actions/matches/', 'persons/{person_id}/'].map(
    of,
  ),
  // Groups: events do not tell which they set.
  ...['groups/', 'group_types/'].map(of),
  // Test runs themselves: named by the path, or as two sides.
  ...['test_runs/', 'test_runs/{name}/', 'test_runs/{name}/check/', 'test_runs/{name}/status/', 'diff/'].map(of),
  // The tracking plan counts by event and build; `events/?warning=` lists the events of its violations.
  ...['events/', 'event/', 'violations/', 'settings/', 'document/'].map((path) => of(`tracking_plan/${path}`)),
  // Forwarding of events.
  of('event_retention/'),
  of('relay/'),
  // The server.
  '/api/archive/',
  '/api/storage/',
  '/api/status/',
  '/api/health/',
  '/_health/',
  '/api/schema/',
  '/api/docs/',
  of('connection/'),
];
function of(path: string): string {
  return root + path;
}

const start = Date.UTC(2026, 0, 10, 12);
const minute = 60_000;
let now = start;
const server = serverForAll({ clock: { now: () => now, uuid: numberedUuids() } });
let reads: [path: string, operation: DocumentedOperation][];
const uuid = '0190a5f0-1111-4222-8333-444455556666';

/** Fills the parameters of a path, and the query parameters that a complete answer needs. */
function urlOf(path: string, testRun?: string): string {
  const values: Record<string, string> = { uuid, name: 'qa', user_id: '@me' };
  const needed: Record<string, string> = {
    property_values: 'key=plan',
    breakdown: 'property=plan',
    replay: 'people=everyone',
    usage: 'minutes=99999',
    summary: 'minutes=0',
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1');
  const run = testRun === undefined ? '' : `&test_run=${testRun}`;
  return `${filled}?${needed[path.split('/').at(-2) ?? ''] ?? ''}${run}`;
}
const get = (path: string, testRun?: string) => server.api('GET', urlOf(path, testRun));
const takes = ({ parameters }: DocumentedOperation) => parameters.some(({ name }) => name === 'test_run');

/** Sends an event in the test run `run`, `at` minutes after the start. */
const send = (event: string, distinct_id: string, run: string | undefined, at: number, properties: object = {}) =>
  server.capture({
    event,
    distinct_id,
    timestamp: new Date(start + at * minute).toISOString(),
    properties: { ...properties, $benchtop_test_run: run },
  });

async function sendAll(run: string | undefined, people: string[], plan: string): Promise<void> {
  for (const [index, person] of people.entries()) {
    const $feature_flag_response = index % 2 === 0 ? 'control' : 'test';
    const set = { $set: { plan, [`${plan}_only`]: true } };
    await send('$feature_flag_called', person, run, 1, { $feature_flag: 'checkout', $feature_flag_response, ...set });
    await send('bought', person, run, 2 + index, { plan, [`${plan}_only`]: index });
    await send(`${plan} bought`, person, run, 3, {});
    const body = { distinct_id: person, flag_keys_to_evaluate: ['checkout', `unknown-${plan}`] };
    await server.capture(body, `/flags/?v=2&test_run=${run ?? ''}`);
  }
}

beforeAll(async () => {
  const { paths } = (await server.api('GET', '/api/schema/')).body as OpenApiDocument;
  reads = Object.entries(paths).flatMap(([path, { get: read }]): typeof reads => {
    // SDK requests name their own test run.
    const isOfSdks = read?.parameters.some((one) => one.in === 'header');
    return read === undefined || isOfSdks ? [] : [[path, read]];
  });
  const post = (path: string, body: object) => server.api('POST', `/api/projects/1/${path}`, body);
  const bought = { insight: 'TRENDS', events: [{ id: 'bought' }] };
  await post('experiments/', {
    name: 'Checkout',
    feature_flag_key: 'checkout',
    start_date: new Date(start).toISOString(),
    filters: bought,
    secondary_metrics: [{ name: 'Bought', filters: bought }],
  });
  // It answers 404, after which nothing is retried.
  const chat = { webhook_url: `${server.url}/api/none`, allow_local: true };
  await server.api('PATCH', '/api/projects/1/actions/chat/', chat);
  await post('actions/', { name: 'Bought', steps: [{ event: 'bought' }], post_to_chat: true });
  await post('expectations/', { event: 'bought', test_run: 'qa' });
  await post('expectations/', { event: 'bought' });
  await server.capture({ event: 'first', distinct_id: 'ann', uuid });
  await sendAll('qa', ['ann', 'bob', 'cy'], 'pro');
  await sendAll(undefined, ['ann', 'dee'], 'free');
  now += 3 * 24 * 60 * minute;
  const waiting = async () => (await server.api('GET', '/api/projects/1/actions/deliveries/?state=waiting')).body;
  await vi.waitFor(async () => expect(await waiting()).toMatchObject({ count: 0 }), 20_000);
});

test('each endpoint that reads takes test_run, or has no data of test runs', () => {
  const refusing = reads.filter(([, read]) => !takes(read)).map(([path]) => path);
  expect(refusing.toSorted()).toEqual(withoutTestRun.toSorted());
});

test('an endpoint that does not take test_run refuses it', async () => {
  for (const path of withoutTestRun) {
    const { status, body } = await get(path, 'qa');
    expect({ path, status, body }).toMatchObject({
      path,
      status: 400,
      body: { code: 'invalid_input', attr: 'test_run' },
    });
  }
});

test('an endpoint that takes test_run answers differently for all, one run, none, and one without events', async () => {
  const taking = reads.filter(([, read]) => takes(read)).map(([path]) => path);
  expect(taking.length).toBeGreaterThan(20);
  for (const path of taking) {
    const ask = async (testRun?: string) => {
      // Results computed in parts are requested until complete.
      const { status, body } = await vi.waitFor(async () => {
        const answer = await get(path, testRun);
        expect(answer.body).not.toMatchObject({ status: 'running', played: expect.any(Number) });
        return answer;
      }, 20_000);
      expect({ path, status, body: status === 200 ? null : body }).toEqual({ path, status: 200, body: null });
      return JSON.stringify(body);
    };
    const answers = [await ask(), await ask('qa'), await ask('(none)'), await ask('unused')];
    expect({ path, different: new Set(answers).size }).toEqual({ path, different: 4 });
    // Else they could differ for another reason.
    expect({ path, again: await ask() }).toEqual({ path, again: answers[0] });
    expect(await get(path, 'a%20b')).toMatchObject({ status: 400, body: { attr: 'test_run' } });
  }
});
