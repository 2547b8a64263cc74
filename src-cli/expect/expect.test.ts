import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'junit2json';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { runCommand } from '../testing/command.ts';

const server = serverForAll();
const folder = mkdtempSync(join(tmpdir(), 'benchtop-expect-'));

const send = (name: string, distinctId = 'ada', properties: object = {}, testRun = 'build-1') =>
  server.capture({ event: name, distinct_id: distinctId, properties }, `/capture/?test_run=${testRun}`);

beforeAll(async () => {
  await send('login');
  await send('checkout', 'ada', { plan: 'pro', currency: 'EUR', total: 12 });
  await send('checkout', 'bob', { plan: 'Free', currency: 'EUR', total: 3 });
});

function expectations(files: Record<string, string>, ...args: string[]) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const named = Object.keys(files).flatMap((name) => ['--file', name]);
  return runCommand(['expect', '--test-run', 'build-1', ...named, ...args], { server, cwd: folder });
}

const passing = `
expect:
  - name: One order of the pro plan
    event: checkout
    properties:
      plan: pro
      currency: [USD, EUR]
      total: { operator: gte, value: 10 }
    count: { exactly: 1 }
    after: login
    within: 1h
  - event: $exception
    count: { never: true }
`;
const failing = `
expect:
  - event: checkout
    properties: [{ key: plan, value: free }, { key: total, value: 4, operator: gt }]
  - { event: login, count: { never: true } }
`;

test('rules that pass exit with 0 and a line for each', async () => {
  const { code, out, err } = await expectations({ 'rules.yaml': passing });
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    /^✓ One order of the pro plan \(1 found\)\n✓ no \$exception \(0 found\)\n2 expectations of test run build-1: 2 passed \(\d+\.\d s\)\n$/,
  );
});

test('an integer that a number cannot hold is compared with all digits', async () => {
  const event = (account: string) => `{"event":"paid","distinct_id":"ada","properties":{"account":${account}}}`;
  const batch = ['1234567890123456781', '1234567890123456782'].map(event);
  await server.capture(`{"api_key":"${server.projectKey}","batch":[${batch}]}`, '/batch/?test_run=build-1');
  const rules = 'expect: [{ event: paid, properties: { account: 1234567890123456781 }, count: { exactly: 1 } }]\n';
  expect(await expectations({ 'large.yaml': rules })).toMatchObject({ code: 0, err: '' });
});

test('a failing rule exits with 1, and reports the number found and the nearest miss', async () => {
  const { code, out, err } = await expectations({ 'rules.yaml': failing });
  expect([code, err]).toEqual([1, '']);
  expect(out).toContain(
    '✗ at least 1 checkout rules.yaml:3\n    expected at least 1 checkout, found 0\n    nearest miss: ',
  );
  expect(out).toContain('properties.total: expected gt 4, got 3');
  expect(out).toMatch(/✗ no login rules\.yaml:5\n {4}expected no login, found 1\n {4}found: [0-9a-f-]{36}\n/);
  expect(out).toContain('2 expectations of test run build-1: 0 passed, 2 failed');
});

test('a surplus event is listed apart from the allowed ones', async () => {
  for (const person of ['ada', 'bob', 'cleo']) await send('login', person, {}, 'twice');
  const rule = 'expect: [{ event: login, count: { exactly: 1 } }]';
  const { code, out } = await expectations({ 'rules.yaml': rule }, '--test-run', 'twice');
  expect(code).toBe(1);
  expect(out).toMatch(
    /expected exactly 1 login, found 3\n {4}found: [0-9a-f-]{36}\n {4}too many: [0-9a-f-]{36}, [0-9a-f-]{36}\n/,
  );
});

test('--json prints the results of the API, with the lines of the rules', async () => {
  const { code, out } = await expectations({ 'rules.yaml': failing }, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    test_run: 'build-1',
    status: 'failed',
    results: [
      {
        file: 'rules.yaml',
        line: 3,
        status: 'failed',
        found: 0,
        nearest: { differences: [{ path: 'properties.total' }] },
      },
      { file: 'rules.yaml', line: 5, status: 'failed', found: 1 },
    ],
  });
});

test('events may arrive until the deadline, and the answer comes once all is decided', async () => {
  const rules = 'expect:\n  - { event: late, count: { at_least: 2 } }\n';
  const early = await expectations({ 'late.yaml': rules }, '--timeout', '1s');
  expect(early.code).toBe(1);
  const waiting = expectations({ 'late.yaml': `timeout: 45s\n${rules}` });
  await send('late');
  await send('late');
  expect((await waiting).code).toBe(0);
});

test('the JUnit report has a suite per file and a case per rule', async () => {
  const odd = `expect:\n  - { name: "a <b> & \\"c\\" \\u0001", event: "<script>", count: { at_least: 1 } }\n`;
  const files = { 'pass.yaml': passing, 'fail.yaml': failing, 'odd.json': odd };
  expect((await expectations(files, '--junit', 'reports/out.xml')).code).toBe(1);
  const report = await parse(readFileSync(join(folder, 'reports/out.xml'), 'utf8'));
  expect(report).toMatchObject({
    tests: 5,
    failures: 3,
    errors: 0,
    testsuite: [
      { name: 'pass.yaml', tests: 2, failures: 0, properties: [{ name: 'test_run', value: 'build-1' }] },
      {
        name: 'fail.yaml',
        tests: 2,
        failures: 2,
        testcase: [
          {
            name: 'at least 1 checkout',
            classname: 'fail.yaml',
            failure: [
              {
                message: 'expected at least 1 checkout, found 0',
                inner: expect.stringContaining('expected gt 4, got 3'),
              },
            ],
          },
          { name: 'no login' },
        ],
      },
      {
        name: 'odd.json',
        testcase: [{ name: 'a <b> & "c" \\u0001', failure: [{ message: 'expected at least 1 <script>, found 0' }] }],
      },
    ],
  });
});

test('without --file it checks the expectations stored on the server', async () => {
  const none = await expectations({});
  expect([none.code, none.err]).toEqual([
    2,
    'benchtop: The server keeps no expectations for the test run build-1. Give rules with --file.\n',
  ]);
  await server.api('POST', '/api/projects/1/expectations/', { name: 'Kept', event: 'login', test_run: 'build-1' });
  expect((await expectations({})).out).toContain('✓ Kept (1 found)');
});

describe('it could not run', () => {
  const mistakes: [text: string, says: string][] = [
    ['expect:\n  - event: "a\n', '3:1: Missing closing'],
    ['- event: a\n', '1:1: The file must be an object with the key `expect`, a list of rules.'],
    ['expect: []\n', '1:9: `expect` must be a list of 1 to 1000 rules.'],
    ['timeout: soon\nexpect: [{ event: a }]\n', '1:10: `timeout` must be a number with a unit, like 500ms, 10s or 2m.'],
    ['expect:\n  - name: a\n', '2:5: `expect[0].event` is required. It must be a string.'],
    [
      'expect:\n  - event: a\n    propertes: {}\n',
      '3:5: Unknown key `expect[0].propertes`. Did you mean `properties`?',
    ],
    ['expect:\n  - event: a\n    count: { exactly: few }\n', '3:12: `expect[0].count` must be one of {"exactly": n}'],
    [
      'expect:\n  - event: a\n    within: soon\n',
      '3:13: `expect[0].within` must be a number with a unit, like 500ms, 10s or 2m, or seconds; got "soon".',
    ],
    [
      'expect:\n  - event: a\n    properties:\n      plan: { operator: is, value: 1 }\n',
      '4:25: `expect[0].properties.plan.operator` must be "exact", ',
    ],
    [
      'expect:\n  - event: a\n    properties:\n      plan: { vlaue: 1 }\n',
      '4:15: Unknown key `expect[0].properties.plan.vlaue`.',
    ],
    [
      'expect:\n  - event: a\n    properties:\n      plan: { key: b, value: 1 }\n',
      '4:15: `expect[0].properties.plan.key` must be left out: the key is `plan`.',
    ],
    ['expects: []\nexpect: [{ event: a }]\n', '1:1: Unknown key `expects`. Did you mean `expect`?'],
    ['expect:\n  - event: a\n    event: b\n', '3:5: Map keys must be unique.'],
  ];
  test('with a mistake in each of its files, whose positions it reports in the order of the files', async () => {
    const files = Object.fromEntries(mistakes.map(([text], index) => [`rules-${index}.yaml`, text]));
    const { code, out, err } = await expectations(files);
    expect([code, out]).toEqual([2, '']);
    for (const [index, [text, says]] of mistakes.entries()) expect(err, text).toContain(`rules-${index}.yaml:${says}`);
    const names = Object.keys(files).join(', ');
    expect(err.match(/^rules-\d+\.yaml/gm)?.join(', ')).toBe(names);
    expect(err).toContain(`benchtop: Nothing was checked, because of ${mistakes.length} mistakes in ${names}.\n`);
  });

  const foundByServer: [text: string, says: string][] = [
    [
      'expect:\n  - event: b\n  - event: a\n    properties:\n      plan: pro\n      path: { operator: regex, value: "(" }\n',
      'rules.yaml:6:39: `expect[1].properties.path.value`: The regex is not valid',
    ],
    [
      'expect:\n  - event: a\n    properties:\n      - { key: path, operator: regex, value: "(" }\n',
      'rules.yaml:4:46: `expect[0].properties[0].value`: The regex is not valid',
    ],
    [
      'expect:\n  - event: a\n    schema:\n      properties:\n        a__b: { type: strng }\n',
      'rules.yaml:5:23: `expect[0].schema.properties.a__b.type` must be one of',
    ],
    [
      'expect:\n  - event: a\n    schema:\n      properties:\n        "a`b": { type: strng }\n',
      'rules.yaml:5:24: `expect[0].schema.properties.a`b.type` must be one of',
    ],
    ['expect:\n  - event: a\n    test_run: other\n', 'rules.yaml:3:15: `expect[0].test_run` must be "build-1"'],
  ];
  test.each(foundByServer)(
    'with the mistake in %j that the server finds, whose position it reports',
    async (text, says) => {
      const { code, out, err } = await expectations({ 'rules.yaml': text });
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(says);
      expect(err).toContain('benchtop: Nothing was checked, because of a mistake in rules.yaml.\n');
    },
  );

  test('with several mistakes, reported in the order of the file', async () => {
    const text = 'expect:\n  - event: 5\n    count: 1\n  - {}\n';
    const { err } = await expectations({ 'rules.yaml': text });
    expect(err).toBe(`rules.yaml:2:12: \`expect[0].event\` must be a string; got 5.
  2 |   - event: 5
    |            ^
rules.yaml:3:12: \`expect[0].count\` must be one of {"exactly": n}, {"at_least": n}, {"at_most": n} with a whole number, or {"never": true}; got 1.
  3 |     count: 1
    |            ^
rules.yaml:4:5: \`expect[1].event\` is required. It must be a string.
  4 |   - {}
    |     ^
benchtop: Nothing was checked, because of 3 mistakes in rules.yaml.
`);
    const asJson = JSON.parse((await expectations({ 'rules.yaml': text }, '--json')).err);
    expect(asJson.error.problems).toMatchObject([
      { line: 2, column: 12 },
      { line: 3 },
      { file: 'rules.yaml', line: 4, column: 5 },
    ]);
  });

  test('with several unknown keys, each reported at its place', async () => {
    const text = 'expects: []\nexpect:\n  - event: a\n    propertes: {}\n    cuont: { exactly: 1 }\nlimit: 5\n';
    const { err } = await expectations({ 'rules.yaml': text });
    const found = [...err.matchAll(/^rules.yaml:(\d+:\d+): Unknown key `([^`]+)`/gm)].map(
      ([, place, key]) => `${place} ${key}`,
    );
    expect(found).toEqual(['1:1 expects', '4:5 expect[0].propertes', '5:5 expect[0].cuont', '6:1 limit']);
  });

  test('with aliases that expand a few lines to many, or are circular', async () => {
    const level = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(of).join(', ')}]\n`;
    const levels = [...'abcdefgh'].map((name, index, all) => level(name, index === 0 ? '1' : `*${all[index - 1]}`));
    const { code, err } = await expectations({ 'rules.yaml': levels.join('') });
    expect([code, err]).toEqual([2, expect.stringContaining('More than 100000 values.')]);
    const loop = await expectations({ 'rules.yaml': 'expect: &a [*a]\n' });
    expect([loop.code, loop.err]).toEqual([2, expect.stringContaining('`expect[0]` must be an object')]);
  });

  test.each([
    [['--timeout', '10'], 'Invalid --timeout "10": use a number with a unit, like 500ms, 10s or 2m.'],
    [['--file', 'missing.yaml'], 'The file missing.yaml cannot be read: it does not exist.'],
    [['--test-run', 'a b'], 'No test run can have the name "a b": use 1 to 100 letters, digits, "-", "_" or "."'],
    [['--url', 'http://127.0.0.1:1'], 'No Benchtop answers at http://127.0.0.1:1.'],
  ])('%j', async (args, says) => {
    const { code, out, err } = await expectations({ 'rules.yaml': passing }, ...args);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
  });

  test('and then the JUnit report has an error, also without a test run', async () => {
    await runCommand(['expect', '--junit', 'none.xml'], { server, cwd: folder });
    expect(readFileSync(join(folder, 'none.xml'), 'utf8')).toContain('message="Name the test run to check');
    await expectations({ 'rules.yaml': 'expect: 1' }, '--junit', 'out.xml');
    expect(await parse(readFileSync(join(folder, 'out.xml'), 'utf8'))).toMatchObject({
      errors: 1,
      testsuite: [{ testcase: [{ error: [{ inner: expect.stringContaining('rules.yaml:1:9: `expect` must be') }] }] }],
    });
  });
});
