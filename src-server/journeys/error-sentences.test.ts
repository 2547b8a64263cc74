import { beforeAll, expect, test } from 'vitest';
import type { DocumentedOperation, JsonSchema, OpenApiDocument } from '../http/description/openapi.ts';
import { serverForAll } from '../testing/server-hooks.ts';

const server = serverForAll();
let api: OpenApiDocument;
beforeAll(async () => {
  api = (await server.api('GET', '/api/schema/')).body as OpenApiDocument;
  await server.capture({ event: '$pageview', distinct_id: 'ann', properties: { plan: 'pro' } });
});

/** Validator phrases. */
const forbidden =
  /invalid (?:input|option|string|key|discriminator|uuid|url|email)|too (?:big|small)|expected \w+,|, received|unrecognized|NaN\b|undefined|\[object|must match pattern|nonoptional|valid regex|must be valid|<=|>=/i;

const wrongValues = [
  undefined,
  null,
  'x',
  '',
  'y'.repeat(12_000),
  3.5,
  -1,
  1e21,
  true,
  [],
  [0],
  Array(200).fill('z'),
  {},
  { a: {} },
];
const wrongTexts = ['x', '-1', '2.5', '9'.repeat(20), '[0]', '2026-11-20T14:00:00 02:00', 'y'.repeat(3000)];

type Place = (string | number)[];
type Sentence = { request: string; detail: string; attr: string | undefined; code: string };

/** Lists the places of a body that a schema describes, also in the items of arrays. */
function placesIn(schema: JsonSchema | undefined, place: Place = []): Place[] {
  if (schema === undefined || place.length > 6) return [];
  const known = schema.$ref === undefined ? schema : api.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  const inner = [
    ...Object.entries(known?.properties ?? {}).flatMap(([name, one]) => placesIn(one, [...place, name])),
    ...placesIn(known?.items, [...place, 0]),
    ...(known?.anyOf ?? []).flatMap((one) => placesIn(one, place).filter(({ length }) => length > place.length)),
  ];
  return [place, ...inner];
}

/** Sets one value in a copy, and creates the objects that lead to it. */
function withValue(body: unknown, [first, ...rest]: Place, value: unknown): unknown {
  if (first === undefined) return value;
  const known = typeof body === 'object' && body !== null ? body : {};
  const inner = withValue(Object.entries(known).find(([key]) => key === String(first))?.[1], rest, value);
  if (typeof first === 'number') return [inner];
  return { ...known, [first]: inner };
}

async function sentenceOf(method: string, path: string, body?: unknown): Promise<Sentence[]> {
  const answer = await server.api(method.toUpperCase(), path, body);
  if (answer.status !== 400) return [];
  const { detail, attr, code } = answer.body as { detail: string; attr?: string; code: string };
  return [{ request: `${method} ${path.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 200)}`, detail, attr, code }];
}

const live = (path: string) => path.replace('{user_id}', '@me').replace(/\{\w+\}/g, '1');
const queryOf = ({ parameters }: DocumentedOperation) => parameters.filter((one) => one.in === 'query');

async function sentencesOf(method: string, path: string, operation: DocumentedOperation): Promise<Sentence[]> {
  const sentences: Promise<Sentence[]>[] = [];
  const required = queryOf(operation).flatMap(({ name, example }) =>
    example === undefined ? [] : [[name, `${example}`]],
  );
  for (const { name } of queryOf(operation)) {
    for (const value of wrongTexts) {
      // Above the maximum, the answer would wait that long.
      if (name === 'wait' && /^\d+$/.test(value)) continue;
      const query = new URLSearchParams([...required, [name, value]]);
      query.set(name, value);
      sentences.push(sentenceOf(method, `${live(path)}?${query}`, method === 'get' ? undefined : {}));
    }
  }
  const { schema, example = {} } = operation.requestBody?.content['application/json'] ?? {};
  for (const place of placesIn(schema)) {
    for (const value of wrongValues) sentences.push(sentenceOf(method, live(path), withValue(example, place, value)));
  }
  return (await Promise.all(sentences)).flat();
}

/** Names a field as in a sentence: `steps__0__url` is `steps[0].url`. */
const nameOf = (attr: string) => attr.replace(/__(\d+)(?=__|$)/g, '[$1]').replaceAll('__', '.');

const isFlagQuestion = (path: string) => path === '/decide/' || path === '/flags/';

/** Sentences of rules that no schema has. */
const ofRule = /^The (?:operator|flag) ".+" (?:needs|has|is) .+\.$|^The (?:webhook URL|address) must .+\.$/;

/** Reports whether a sentence of a schema names the field, says what is expected, and what came. */
function isComplete({ detail, attr, code }: Sentence): boolean {
  const name = attr === undefined ? 'The body' : `\`${nameOf(attr)}\``;
  // The value is the key itself, and nothing is expected.
  if (detail.startsWith(`Unknown key ${name}.`)) return true;
  if (!detail.startsWith(`${name} `)) return false;
  const rest = detail.slice(name.length + 1);
  if (code === 'required') return /^is required\. It must [^;]+\.$/s.test(rest);
  if (code === 'blank') return rest === 'must not be blank.';
  return /^must .+(?:; got .+|, not [\d.]+)\.( In a URL, .*)?$/s.test(rest) || /^is required\. It must /.test(rest);
}

test('each error sentence names the field, the expected and the received value', { timeout: 300_000 }, async () => {
  const operations = Object.entries(api.paths)
    // Events have their own messages, since any JSON is one; a restore would replace the database.
    .filter(([path]) => (path.startsWith('/api/') || isFlagQuestion(path)) && !path.includes('restore'))
    .flatMap(([path, all]) => Object.entries(all).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ method }) => method !== 'delete');
  for (const { path, method, operation } of operations) {
    const example = operation.requestBody?.content['application/json'].example;
    if (method === 'post' && example !== undefined) await server.api('POST', live(path), example);
  }
  const sentences = new Map<string, Sentence>();
  for (const { path, method, operation } of operations) {
    for (const one of await sentencesOf(method, path, operation)) sentences.set(`${path} ${one.detail}`, one);
  }
  const all = [...sentences.values()];
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(({ detail }) => forbidden.test(detail))).toEqual([]);
  const ofSchemas = all.filter(({ code }) =>
    ['required', 'null', 'blank', 'max_length', 'invalid_choice'].includes(code),
  );
  expect(ofSchemas.filter((one) => !isComplete(one))).toEqual([]);
  const others = all.filter((one) => one.code === 'invalid_input' && !ofRule.test(one.detail));
  expect(others.filter((one) => !isComplete(one))).toEqual([]);
});
