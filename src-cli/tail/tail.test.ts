import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test, vi } from 'vitest';
import { event } from '#server/events/contract.ts';
import { listenLocally } from '#server/testing/listening.ts';
import { cli } from '#server/testing/program.ts';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { commandsOf, startCommand } from '../testing/command.ts';

const server = serverForAll();
const run = commandsOf(server);

const send = (name: string, properties: object = {}, distinctId = 'ada', testRun = '') =>
  server.capture({ event: name, distinct_id: distinctId, properties }, `/capture/?test_run=${testRun}`);

beforeAll(async () => {
  await send('signed up', { plan: 'pro', $lib: 'web', token: 'phc_1' });
  await send('checkout', { plan: 'pro', total: 10 }, 'bob', 'build-1');
  await send('checkout', { plan: 'free', note: 'a b', price: '10', day: '2026-11-20', paid: 'true' }, 'cleo');
  for (const time of [
    '2026-02-28T23:59:59.999Z',
    '2026-03-01T00:00:00Z',
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T00:00:00Z',
  ])
    await server.capture({ event: 'dated', distinct_id: time, properties: {}, timestamp: time });
  await send('evil \u001b[2J', {}, 'eve\u202e');
  await server.capture({ event: 'lost', properties: {} });
  await server.capture({ api_key: 'phc_unknownUnknown', event: 'x', distinct_id: 'y' });
});

/** Returns the lines without their times. */
const linesOf = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^\d\d:\d\d:\d\d\.\d{3} /, ''));

test('the newest come last, with the sent data or the reason why it was not stored', async () => {
  const { code, out, err } = await run('tail');
  expect([code, err]).toEqual([0, '']);
  expect(linesOf(out)).toEqual([
    'accepted signed up ada plan=pro',
    'accepted checkout bob @build-1 plan=pro total=10',
    'accepted checkout cleo plan=free note="a b" price="10" day=2026-11-20 paid="true"',
    ...Array(4).fill(expect.stringMatching(/^accepted dated 2026/)),
    'accepted evil \\u001b[2J eve\\u202e',
    expect.stringMatching(/^dropped {2}lost no_distinct_id: /),
    expect.stringMatching(/^rejected x y invalid_api_key: /),
  ]);
  expect(linesOf((await run('tail', '-n', '1')).out)).toHaveLength(1);
});

test.each([
  [['--filter', 'event:checkout plan=pro'], ['bob']],
  [['--filter', 'event:checkout', '--filter', '-plan=pro'], ['cleo']],
  [['--filter', 'total>=10'], ['bob']],
  [['--filter', 'distinct_id:ada'], ['ada']],
  [['--filter', 'status:dropped'], [null]],
  [['--test-run', 'build-1'], ['bob']],
  [
    ['--filter', 'since:2026-03-01 until:2026-03-01'],
    ['2026-03-01T00:00:00Z', '2026-03-01T23:59:59.999Z'],
  ],
  [['--filter', 'since:2026-03-01T00:00 until:2026-03-01T00:00'], ['2026-03-01T00:00:00Z']],
])('%j filters the events', async (args, people) => {
  const { out } = await run('tail', '--json', ...args);
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => event.parse(JSON.parse(line)));
  expect(events.map(({ distinct_id }) => distinct_id)).toEqual(people);
});

test('--follow prints arriving events, also after a restart of the server', async () => {
  const following = startCommand(['tail', '--follow', '--json', '-n', '0', '--filter', 'event:later'], { server });
  const seen = () =>
    following
      .out()
      .trimEnd()
      .split('\n')
      .flatMap((line) => (line === '' ? [] : event.parse(JSON.parse(line)).distinct_id));
  try {
    // It follows from the newest event on; earlier ones may be missed.
    await vi.waitFor(
      async () => {
        await send('later', {}, 'first');
        expect(seen()).toContain('first');
      },
      { timeout: 20_000, interval: 200 },
    );
    await server.restart();
    await send('later', {}, 'after the restart');
    await vi.waitFor(() => expect(seen()).toContain('after the restart'), { timeout: 20_000 });
    const count = seen().length;
    await send('other', {}, 'nobody');
    await send('later', {}, 'last');
    await vi.waitFor(() => expect(seen().slice(count)).toEqual(['last']), { timeout: 20_000 });
  } finally {
    following.child.kill();
  }
  expect((await following.ended).err).toMatch(
    /^(benchtop: Trying again every second: .+\nbenchtop: The server answers again\.\n)?$/,
  );
});

test('--follow says why it asks again', async () => {
  const detail = 'Properties of older events are in ClickHouse, which cannot be read: timeout';
  const page = JSON.stringify({ next: null, cursor: '1', results: [] });
  const refusal = JSON.stringify({ type: 'server_error', code: 'archive_unavailable', detail });
  const answers: [status: number, body: string][] = [
    [200, page],
    [503, refusal],
    [200, page],
  ];
  const busy = createServer((_request, response) => {
    const [status, body] = answers.shift() ?? [];
    // The last request waits for events.
    if (status !== undefined) response.writeHead(status).end(body);
  });
  const following = startCommand(['tail', '-f'], { server: { url: await listenLocally(busy), personalKey: 'phx_1' } });
  const said = `benchtop: Trying again every second: ${detail}\nbenchtop: The server answers again.\n`;
  try {
    await vi.waitFor(() => expect(following.err()).toBe(said), { timeout: 20_000 });
  } finally {
    following.child.kill();
    await following.ended;
    busy.close();
  }
});

test('it ends when nobody reads its output', async () => {
  const following = startCommand(['tail', '--follow'], { server });
  following.child.stdout.destroy();
  const { code, err } = await following.ended;
  expect([code, err]).toEqual([0, '']);
});

test('--follow continues over many answers without output on stderr', async () => {
  const following = startCommand(['tail', '-f', '-n', '0', '--filter', 'event:beat'], { server });
  try {
    for (let beats = 0; beats < 14; beats += 1) {
      const before = following.out().length;
      await vi.waitFor(
        async () => {
          await send('beat');
          expect(following.out().length).toBeGreaterThan(before);
        },
        { timeout: 20_000, interval: 200 },
      );
    }
  } finally {
    following.child.kill();
  }
  expect((await following.ended).err).toBe('');
});

test.each([
  [
    ['--filter', 'evnt:checkout'],
    'Invalid --filter "evnt:checkout": There is no field “evnt”. Did you mean event:checkout?',
  ],
  [
    ['--filter', 'reason:odd'],
    'Invalid --filter "reason:odd": No reason is called “odd”. Values: no_event_name, no_distinct_id, empty_distinct_id,',
  ],
  [['--filter', 'since:2026-02-30'], 'Invalid --filter "since:2026-02-30": Give since: a date'],
  [['--filter', 'event:a', '--filter', 'event:b'], 'Invalid --filter "event:a": It is replaced by "event:b".'],
  [['--filter', 'red', '--filter', 'blue'], 'Invalid --filter "red": It is replaced by "blue".'],
  [
    ['--filter', 'test_run:a', '--test-run', 'b'],
    'Invalid --filter "test_run:a": --test-run, or BENCHTOP_TEST_RUN, is "b".',
  ],
  [['--lines', '-1'], 'Invalid --lines "-1": use a whole number from 0 to 1000.'],
  [['--lines', '1001'], 'Invalid --lines "1001": use a whole number from 0 to 1000.'],
  [['--test-run', 'a b'], '`test_run` must be 1 to 100 letters'],
])('%j could not run, and says why', async (args, says) => {
  const { code, out, err } = await run('tail', ...args);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
});

/** Returns the output in a terminal of this many columns. */
function inTerminal(env: NodeJS.ProcessEnv, columns = 60): Promise<string> {
  const line = `stty cols ${columns}; ${process.execPath} ${cli} tail --filter event:checkout`;
  const args = process.platform === 'darwin' ? ['-q', '/dev/null', 'sh', '-c', line] : ['-qec', line, '/dev/null'];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const reached = { BENCHTOP_URL: server.url, BENCHTOP_PERSONAL_API_KEY: server.personalKey };
  const child = spawn('script', args, {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      HOME: '/nonexistent',
      TERM: 'xterm-256color',
      SHELL: '/bin/sh',
      ...reached,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}

test.runIf(process.platform !== 'win32')(
  'in a terminal, lines are colored and cut to its width, unless NO_COLOR is set',
  async () => {
    await send('checkout', { text: 'long '.repeat(40) });
    const colored = await inTerminal({});
    expect(colored).toContain('\u001b[32maccepted\u001b[39m \u001b[1mcheckout\u001b[22m');
    const plain = await inTerminal({ NO_COLOR: '1' });
    expect(plain).not.toContain('\u001b');
    const longest = Math.max(
      ...plain
        .trimEnd()
        .split(/\r?\n/)
        .map(({ length }) => length),
    );
    expect(longest).toBe(60);
  },
);

test.runIf(process.platform !== 'win32')('in a terminal of unknown width, lines are printed whole', async () => {
  await send('checkout', { last: 'unknown-width' });
  expect(await inTerminal({ NO_COLOR: '1' }, 0)).toContain('accepted checkout ada last=unknown-width');
});

test('an integer that a number cannot hold has all digits, as a number', async () => {
  const properties = '{"account":1234567890123456781,"text":"1234567890123456782"}';
  await server.capture(
    `{"api_key":"${server.projectKey}","event":"large","distinct_id":"ada","properties":${properties}}`,
  );
  expect((await run('tail', '--json', '--filter', 'account=1234567890123456781')).out).toContain(
    properties.slice(0, -1),
  );
  expect(linesOf((await run('tail', '--filter', 'event:large')).out)).toEqual([
    'accepted large ada account=1234567890123456781 text="1234567890123456782"',
  ]);
});
