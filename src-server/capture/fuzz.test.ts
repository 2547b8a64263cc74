import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorBody } from '../core/contract.ts';
import { sdkPaths } from '../http/sdk-paths.ts';
import { sdkRequestKind } from '../http/sdk-request.ts';
import { projectKey } from '../testing/server.ts';
import { serverForAll } from '../testing/server-hooks.ts';

const server = serverForAll();

const eventPaths = Object.values(sdkPaths).flatMap((of: readonly string[]) =>
  of.filter((path) => sdkRequestKind(path) === 'events'),
);
const packed = ['/e/?compression=gzip-js', '/e/?compression=lz64'];
const paths = fc.constantFrom(...eventPaths, ...packed, ...sdkPaths.recordings);
const types = fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png');

/** Expects a well-formed answer, and no error of the server. */
async function expectAnAnswer(path: string, type: string, body: Uint8Array): Promise<void> {
  const answer = await server.send('POST', path, { 'Content-Type': type }, Buffer.from(body));
  expect(answer.status).toBeLessThan(500);
  const accepted = path.startsWith('/i/v1/') ? { results: expect.any(Object) } : { status: 1 };
  if (answer.status === 200) expect(answer.body).toEqual(accepted);
  else errorBody.parse(answer.body);
}

test('arbitrary bytes are answered, never with a 5xx', async () => {
  const gzip = fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from([0x1f, 0x8b, 8, ...bytes]));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    gzip,
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  );
  await fc.assert(fc.asyncProperty(paths, types, bytes, expectAnAnswer), { numRuns: 400 });
});

/** Hostile JSON: odd keys, deep nesting, lone surrogates, numbers out of range. */
const anything = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' });
const hostileKeys = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  '$set',
  '$groups',
  '$unset',
  'distinct_id',
  'token',
);
const properties = fc.dictionary(fc.oneof(hostileKeys, fc.string()), anything);
const names = fc.oneof(
  fc.constantFrom('$identify', '$create_alias', '$merge_dangerously', '$groupidentify', 'x'),
  anything,
);
const event = fc.record(
  {
    event: names,
    distinct_id: anything,
    $distinct_id: anything,
    properties,
    timestamp: anything,
    sent_at: anything,
    offset: anything,
    uuid: anything,
    $set: anything,
    context: anything,
    project_id: anything,
  },
  { requiredKeys: [] },
);

test('arbitrary JSON with a key is answered, never with a 5xx', async () => {
  const body = fc.oneof(
    event,
    fc.array(event, { maxLength: 4 }),
    fc.record({ batch: fc.array(event, { maxLength: 4 }) }),
    anything,
  );
  await fc.assert(
    fc.asyncProperty(paths, body, async (path, value) => {
      const keyed =
        typeof value === 'object' && value !== null && !Array.isArray(value) ? { token: projectKey, ...value } : value;
      await expectAnAnswer(path.replace(/\?.*/, ''), 'application/json', Buffer.from(JSON.stringify(keyed)));
    }),
    { numRuns: 400 },
  );
});

test('a valid event is stored with its properties, whatever else the body has', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 4 }), properties, fc.boolean(), async (others, given, packed) => {
      run += 1;
      const user = `valid-${run}`;
      const { __proto__: _proto, ...rest } = given;
      const valid = { event: 'valid', properties: { ...rest, distinct_id: user, mark: run } };
      const batch = [...others.slice(0, 2), valid, ...others.slice(2)];
      const body = JSON.stringify({ api_key: projectKey, batch });
      const answer = await server.send('POST', '/batch/', {}, packed ? gzipSync(body) : body);
      expect(answer.status).toBe(200);
      const stored = await server.events(`distinct_id=${user}&event=valid`);
      expect(stored).toHaveLength(1);
      expect(stored[0]?.properties).toMatchObject({ mark: run, distinct_id: user });
    }),
    { numRuns: 150 },
  );
});
