import { mkdtempSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type IssuedSession, issuedSession } from '#server/projects/session-contract.ts';
import { listenLocally } from '#server/testing/listening.ts';
import { startCommand } from '../testing/command.ts';

type Run = ReturnType<typeof startCommand>;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'benchtop-cli-'));
});

function run(args: string[], env: Record<string, string> = {}): Run {
  const started = startCommand(['serve', ...args], { env: { HOME: dataDir, ...env } });
  onTestFinished(async () => {
    started.child.kill('SIGKILL');
    await started.ended;
  });
  return started;
}

/** Returns the address, once the server says that it listens. */
async function address({ out, err }: Run): Promise<string> {
  const told = () => /^Benchtop is listening on (\S+)$/m.exec(out())?.[1];
  await vi.waitFor(() => expect(told(), err()).toBeDefined(), { timeout: 60_000, interval: 20 });
  return told() ?? '';
}

const start = (...args: string[]) => run(['--port', '0', '--data-dir', dataDir, ...args]);

test('it listens once it says so, prints its keys once, and ends cleanly on a signal', async () => {
  const first = start();
  const url = await address(first);
  const key = /API key +(phx_\w{43})/.exec(first.out())?.[1];
  expect(first.out()).toMatch(/Project key +phc_\w{43}/);
  const answer = await fetch(`${url}/api/projects/`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  first.child.kill('SIGINT');
  expect((await first.ended).code).toBe(0);
  expect(first.err()).toBe('');
  const second = start();
  await address(second);
  expect(second.out()).not.toMatch(/API key|Project key |ph[cx]_/);
  expect(second.out()).toContain('Settings › Project keys');
});

/** Signs a browser in with a link of the terminal, and answers its session. */
async function signIn(url: string, link: string | undefined): Promise<IssuedSession> {
  const body = JSON.stringify({ code: link?.split('#code=')[1], origin: url });
  const answer = await fetch(`${url}/api/session/`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  return issuedSession.parse(await answer.json());
}

/** Returns every link that was printed so far. */
const linksOf = (server: Run) => server.out().match(/http\S+#code=[0-9a-f]{32}/g) ?? [];

test('the printed link signs in one browser once, even after a restart, and its key is stored nowhere', async () => {
  const first = start();
  const url = await address(first);
  const session = await signIn(url, linksOf(first)[0]);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start();
  const next = await address(second);
  const challenge = JSON.stringify({ session: session.id, nonce: 'ab'.repeat(16), origin: next });
  const answer = await fetch(`${next}/api/session/challenge/`, { method: 'POST', body: challenge });
  expect(await answer.json()).toMatchObject({ active: true });
  for (const text of [first.out(), first.err(), second.out(), second.err()]) {
    expect(text).not.toContain(session.key);
    expect(text).not.toContain('phs_');
  }
  expect(linksOf(second)[0]).not.toContain(linksOf(first)[0]?.split('#')[1]);
});

test('--link prints a new link of the server running on the folder', async () => {
  const server = start();
  const url = await address(server);
  expect(server.out()).toContain('npm run link');
  const asked = run(['--link', '--data-dir', dataDir]);
  expect((await asked.ended).code).toBe(0);
  expect(asked.err()).toBe('');
  expect(linksOf(asked)).toHaveLength(1);
  await signIn(url, linksOf(asked)[0]);
});

test('--link explains when nobody answers, or another program does, which learns no secret', async () => {
  const none = run(['--link', '--data-dir', dataDir]);
  expect((await none.ended).code).toBe(2);
  expect(none.err()).toContain('No Benchtop runs on the data folder');

  const server = start();
  const url = await address(server);
  server.child.kill('SIGKILL');
  await server.ended;
  const gone = run(['--link', '--data-dir', dataDir]);
  expect((await gone.ended).code).toBe(2);
  expect(gone.err()).toContain('No Benchtop runs on the data folder');

  const heard: (string | undefined)[] = [];
  const other = createHttpServer(({ headers }, response) => {
    heard.push(headers.authorization);
    response.end('{}');
  });
  await new Promise<void>((resolve) => other.listen(Number(new URL(url).port), '127.0.0.1', resolve));
  const fooled = run(['--link', '--data-dir', dataDir]);
  expect((await fooled.ended).code).toBe(2);
  expect(fooled.err()).toContain('is not the Benchtop of');
  await new Promise((resolve) => other.close(resolve));

  const again = run(['--port', new URL(url).port, '--data-dir', dataDir]);
  await address(again);
  expect(heard).toEqual([expect.stringMatching(/^Bearer phs_0{32}[0-9a-f]{64}$/)]);
  const late = await fetch(`${url}/api/projects/`, { headers: { Authorization: heard[0] ?? '' } });
  expect(late.status).toBe(401);
});

/** An address of this machine that no other test uses. */
const unusual = '127.0.0.80';
const canUsePort80 = await new Promise<boolean>((resolve) => {
  const probe = createServer().once('error', () => resolve(false));
  probe.listen(80, unusual, () => probe.close(() => resolve(true)));
});

test.runIf(canUsePort80)('on port 80 the address is that of the browser, and --link finds the server', async () => {
  const url = await address(run(['--port', '80', '--host', unusual, '--data-dir', dataDir]));
  expect(url).toBe(`http://${unusual}`);
  const asked = run(['--link', '--data-dir', dataDir]);
  expect([(await asked.ended).code, asked.err()]).toEqual([0, '']);
  await signIn(url, linksOf(asked)[0]);
});

test('a host in capitals is the same host, and --link finds it', async () => {
  expect(await address(start('--host', 'LOCALHOST'))).toMatch(/^http:\/\/(127\.0\.0\.1|\[::1\]):/);
  expect((await run(['--link', '--data-dir', dataDir]).ended).code).toBe(0);
});

test('--quiet prints only the address', async () => {
  const server = start('--quiet');
  const url = await address(server);
  expect(server.out()).toBe(`Benchtop is listening on ${url}\n`);
});

test('preset keys work from the first request', async () => {
  const env = { BENCHTOP_PROJECT_API_KEY: 'phc_preset123456', BENCHTOP_PERSONAL_API_KEY: 'phx_preset123456' };
  const server = run([], { ...env, BENCHTOP_PORT: '0', BENCHTOP_DATA_DIR: dataDir });
  const url = await address(server);
  const body = JSON.stringify({ api_key: 'phc_preset123456', event: 'x', distinct_id: 'y' });
  expect((await fetch(`${url}/capture/`, { method: 'POST', body })).status).toBe(200);
  const headers = { Authorization: 'Bearer phx_preset123456' };
  const list = await fetch(`${url}/api/projects/@current/events/`, { headers });
  expect(await list.json()).toMatchObject({ results: [{ event: 'x' }] });
  expect(server.out()).not.toContain('phx_preset123456');
});

test('a preset of a later start is added to the first project, and is printed', async () => {
  const first = start();
  await address(first);
  const key = /Project key (phc_\w{43})/.exec(first.out())?.[1];
  first.child.kill('SIGTERM');
  await first.ended;
  const env = { BENCHTOP_PROJECT_API_KEY: 'phc_preset123456', BENCHTOP_PERSONAL_API_KEY: 'phx_preset123456' };
  const second = run(['--port', '0', '--data-dir', dataDir], env);
  const url = await address(second);
  expect(second.out()).toContain('Project key phc_preset123456');
  for (const api_key of [key, 'phc_preset123456']) {
    const body = JSON.stringify({ api_key, event: 'x', distinct_id: 'y' });
    expect((await fetch(`${url}/capture/`, { method: 'POST', body })).status).toBe(200);
  }
  const headers = { Authorization: 'Bearer phx_preset123456' };
  const rotated = await fetch(`${url}/api/projects/1/api_keys/2/rotate/`, { method: 'POST', headers });
  expect(rotated.status).toBe(200);
  second.child.kill('SIGTERM');
  await second.ended;
  const third = run(['--port', '0', '--data-dir', dataDir], env);
  expect((await third.ended).code).toBe(1);
  expect(third.err()).toMatch(/^benchtop: BENCHTOP_PROJECT_API_KEY is refused: it was revoked or rotated .+\n$/);
});

test('a busy port is one clear line and exit code 1', async () => {
  await using other = createServer();
  const { port } = new URL(await listenLocally(other));
  const server = run(['--port', port, '--data-dir', dataDir]);
  expect((await server.ended).code).toBe(1);
  expect(server.err()).toBe(`benchtop: Port ${port} is taken by another program. Choose another one with --port.\n`);
});

test.runIf(process.platform === 'linux')('a data folder that cannot be created is one clear line', async () => {
  const server = run(['--port', '0', '--data-dir', '/proc/none/data']);
  expect((await server.ended).code).toBe(1);
  expect(server.err()).toBe(
    'benchtop: The data folder /proc/none/data is not a folder. Choose another one with --data-dir.\n',
  );
});

test('a second start on the same data folder reports the address of the first', async () => {
  const first = start();
  const url = await address(first);
  const second = start();
  expect((await second.ended).code).toBe(1);
  expect(second.err()).toContain(`is running at ${url} (process ${first.child.pid})`);
  first.child.kill('SIGKILL');
  await first.ended;
  await address(start());
});

const mistakes: [args: string[], env: Record<string, string>, says: RegExp][] = [
  [['--host', '0.0.0.0'], {}, /--allow-remote/],
  [[], { BENCHTOP_HOST: '192.0.2.1' }, /--allow-remote/],
  [['--data-dir', ''], {}, /--data-dir is empty: give it a value, or leave it out/],
  [['--events-url', ''], {}, /--events-url is empty/],
  [['--allow-remote', '--host', ''], {}, /--host is empty/],
  [['--allow-host', ''], {}, /Invalid --allow-host ""/],
  [['--events-keep-days', '3'], {}, /--events-keep-days, or their variables, need --events-url/],
  [[], { BENCHTOP_EVENTS_KEEP_DAYS: '3' }, /need --events-url/],
  [[], { BENCHTOP_EVENTS_MAX_WAITING: '3' }, /need --events-url/],
  [['--link', '--open'], { BENCHTOP_PORT: '0' }, /leave out --open/],
  [['--json', '--quiet'], {}, /'--quiet' cannot be used with option '--json'/],
  [['--port', '99999'], {}, /Invalid port "99999": use 0–65535/],
  [[], { BENCHTOP_PORT: 'http' }, /Invalid port "http": use 0–65535/],
  [['--prot', '1'], {}, /--prot/],
  [['--allow-host', 'http://benchtop'], {}, /Invalid --allow-host "http:\/\/benchtop": use a name without/],
  [[], { BENCHTOP_ALLOW_HOST: 'benchtop,*' }, /Invalid --allow-host "\*"/],
  [[], { BENCHTOP_PROJECT_API_KEY: 'mine' }, /BENCHTOP_PROJECT_API_KEY is invalid.*phc_/],
  [[], { BENCHTOP_PERSONAL_API_KEY: 'phx_short' }, /BENCHTOP_PERSONAL_API_KEY is invalid.*12 to 64/],
];
test.each(mistakes)('%j with %o ends with a one-line error', async (args, env, says) => {
  const server = run(['--data-dir', dataDir, ...args], env);
  expect((await server.ended).code).toBe(2);
  expect(server.err()).toMatch(says);
  expect(server.err().trim().split('\n')).toHaveLength(1);
  expect(server.out()).toBe('');
});

test('--json prints one object with the address, a link and the keys', async () => {
  const server = start('--json');
  while (!server.out().includes('\n')) await new Promise((resolve) => server.child.stdout?.once('data', resolve));
  const { url, link, ...rest } = JSON.parse(server.out()) as Record<string, string>;
  expect(rest).toMatchObject({ data_dir: dataDir, project_api_key: expect.stringMatching(/^phc_/), messages: [] });
  const headers = { Authorization: `Bearer ${rest.personal_api_key}` };
  expect((await fetch(`${url}/api/projects/`, { headers })).status).toBe(200);
  await signIn(url ?? '', link);
});

test('--help shows the flags', async () => {
  const help = run(['--help']);
  expect((await help.ended).code).toBe(0);
  expect(help.out()).toContain('--data-dir');
});
