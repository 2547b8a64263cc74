import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanContainer, stretchBytes } from '../../core/json/json-scan.ts';
import { Turns } from '../../core/turns.ts';
import { type EventBody, readParsed, readUnparsed } from './read-events.ts';

const turns = new Turns();
type Read = { body: EventBody; head: unknown };

/** Returns the result of a reader, or the error that it throws. */
async function told(read: () => Read | Promise<Read>): Promise<unknown> {
  try {
    const { body, head } = await read();
    const { batch: _batch, ...envelope } = body.envelope();
    const { batch: _unused, ...rest } = head as Record<string, unknown>;
    return { form: body.form, envelope, head: rest, events: [...body.runs()].flatMap((run) => run.parse()) };
  } catch (error) {
    // If there are several faults, another may be named.
    expect(error).toMatchObject({ status: 400, body: { code: 'invalid_payload' } });
    return 'refused';
  }
}

async function expectAgreement(text: string): Promise<void> {
  const json = Buffer.from(text);
  const parsed = await told(() => readParsed(json));
  for (const keepsEvents of [false, true]) {
    expect(await told(() => readUnparsed(json, turns, keepsEvents))).toEqual(parsed);
  }
}

const event = fc.oneof(
  fc.constantFrom(
    '{}',
    ' {} ',
    '1',
    '',
    'null',
    '{"properties":[]}',
    '{"a":[{"batch":[1]}]}',
    'NaN',
    '"a\\"]"',
    '{"a":"\\\\"}',
  ),
  fc.json({ maxDepth: 2 }),
  fc.json({ maxDepth: 1 }).map((value) => `{"properties":{"a":${value}}}`),
);
const array = fc.array(event, { maxLength: 5 }).map((events) => `[${events.join(',')}]`);
const name = fc.constantFrom('"batch"', '"b\\u0061tch"', '"sent_at"', '"batch" ', '"properties"', '"a"');
const member = fc.tuple(name, fc.oneof(array, event)).map(([key, value]) => `${key}:${value}`);
const object = fc.array(member, { maxLength: 4 }).map((members) => `{${members.join(',')}}`);

test('reading a body in pieces gives the same result as parsing it whole', async () => {
  await fc.assert(fc.asyncProperty(fc.oneof(array, object, event), expectAgreement), { numRuns: 2000 });
});

test('a body damaged at any position also gives the same result', async () => {
  const noise = fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', ' ', '1', '\u00fc');
  const damaged = fc.tuple(fc.oneof(array, object), fc.nat(), noise, fc.nat(2)).map(([text, at, put, removed]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + put + text.slice(place + removed);
  });
  await fc.assert(fc.asyncProperty(damaged, expectAgreement), { numRuns: 4000 });
});

/** An array of over two megabytes, with brackets and quotes in its strings and keys. */
const largeEvents = `[${Array.from({ length: 12 }, (_, index) => JSON.stringify({ properties: { '"]': ['}[{"\\'.repeat(40_000 + index)] } })).join(', ')}]`;

test.each([
  ['array', largeEvents],
  ['batch', `{"batch": ${largeEvents}, "api_key": "phc_a"}`],
  ['single event', `{"a": ${largeEvents}, "batch2": {}, "api_key": "phc_a"}`],
  ['unclosed array', largeEvents.slice(0, -1)],
  ['unclosed batch', `{"batch": ${largeEvents.slice(0, -2)}`],
])('a body of megabytes also gives the same result: %s', (_, text) => expectAgreement(text));

test('other work runs while a large body is scanned', async () => {
  let yielded = 0;
  const counted = Object.assign(new Turns(), {
    next: () => {
      yielded += 1;
      return Promise.resolve();
    },
  });
  const text = `{"event": "large", "a": ${largeEvents}}`;
  await readUnparsed(Buffer.from(text), counted, false);
  expect(yielded).toBeGreaterThanOrEqual(Math.floor(text.length / stretchBytes) - 1);
});

test('an unclosed container is scanned only to the end of the body', () => {
  let reads = 0;
  const get = (bytes: Buffer, key: string | symbol) => {
    reads += 1;
    return Reflect.get(bytes, key, bytes);
  };
  expect(scanContainer(new Proxy(Buffer.from('[[1, 2'), { get }), 0, 10).next()).toEqual({ done: true, value: 6 });
  expect(reads).toBeLessThan(100);
});

test.each([false, true])('a large array is parsed in parts, complete and in order; kept: %s', async (keepsEvents) => {
  const events = Array.from({ length: 30_000 }, (_value, index) => ({ event: `ü${index}`, nested: [{ index }] }));
  const { body } = await readUnparsed(Buffer.from(JSON.stringify({ batch: events })), turns, keepsEvents);
  const runs = [...body.runs()];
  expect(runs.length).toBeGreaterThan(3);
  expect(runs.map(({ isLast }) => isLast)).toEqual(runs.map((_run, index) => index === runs.length - 1));
  expect(runs.flatMap((run) => run.parse())).toEqual(events);
});

const many = JSON.stringify(Array.from({ length: 30_000 }, () => ({ a: 'ü😀' })));

test.each([
  ['in an array', `${many.slice(0, -1)},{"a" 1}]`],
  ['in a batch', `{"batch":${many.slice(0, -1)},{"a" 1}],"sent_at":5}`],
  ['behind a batch', `{"batch":${many},"sent_at":5 x}`],
  ['in front of a batch', `{"sent_at":5 x,"batch":${many}}`],
])('an error %s has its position in a large body', async (_where, broken) => {
  let expected = '';
  try {
    JSON.parse(broken);
  } catch (error) {
    expected = (error as Error).message;
  }
  expect(expected).toContain('position');
  await expect(readUnparsed(Buffer.from(broken), turns, false)).rejects.toThrow(expected);
});
