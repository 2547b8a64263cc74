import { execFile } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { plainUser } from '#server/testing/process.ts';
import { cli } from '#server/testing/program.ts';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { commandsOf } from '../testing/command.ts';

const server = serverForAll();
const run = commandsOf(server);
const folder = mkdtempSync(join(tmpdir(), 'benchtop-output-'));
const fileOf = (name: string) => join(folder, name);

beforeAll(async () => {
  const event = { event: 'opened', distinct_id: 'ann', properties: { note: 'x'.repeat(5000) } };
  await server.capture(event, '/capture/?test_run=first');
});

test.skipIf(process.platform === 'win32')(
  'a recording on stdout that the disk has no room for is an error',
  async () => {
    const limited = ['-c', 'ulimit -f 1; exec "$@" > "$0"', fileOf('cut.ndjson'), process.execPath, cli];
    const access = ['--url', server.url, '--key', server.personalKey];
    const running = promisify(execFile)('sh', [...limited, 'record', '--test-run', 'first', ...access]);
    await expect(running).rejects.toMatchObject({
      code: 2,
      stderr: 'benchtop: The output cannot be written: EFBIG: file too large, write.\n',
    });
  },
);

test.skipIf(process.platform === 'win32')(
  'a recording in a file that the disk has no room for keeps the earlier one',
  async () => {
    writeFileSync(fileOf('kept.ndjson'), 'earlier');
    const limited = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, cli, 'record', '--test-run', 'first'];
    const args = ['--out', fileOf('kept.ndjson'), '--url', server.url, '--key', server.personalKey];
    await expect(promisify(execFile)('sh', [...limited, ...args])).rejects.toMatchObject({
      code: 2,
      stderr: 'benchtop: The recording cannot be written: EFBIG: file too large, write.\n',
    });
    expect(readFileSync(fileOf('kept.ndjson'), 'utf8')).toBe('earlier');
    expect(readdirSync(folder).filter((name) => name.startsWith('kept'))).toEqual(['kept.ndjson']);
  },
);

test.skipIf(process.platform === 'win32')('a new recording that the disk has no room for leaves no file', async () => {
  const limited = ['-c', 'ulimit -f 1; exec "$@"', 'sh', process.execPath, cli, 'record', '--test-run', 'first'];
  const args = ['--out', fileOf('new.ndjson'), '--url', server.url, '--key', server.personalKey];
  await expect(promisify(execFile)('sh', [...limited, ...args])).rejects.toMatchObject({ code: 2 });
  expect(readdirSync(folder).filter((name) => name.includes('new'))).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a recording replaces a file in a folder that may not be written',
  async () => {
    const locked = fileOf('locked');
    const file = join(locked, 'out.ndjson');
    mkdirSync(locked);
    writeFileSync(file, 'earlier');
    chmodSync(file, 0o666);
    chmodSync(locked, 0o555);
    chmodSync(folder, 0o755);
    const args = ['record', '--test-run', 'first', '--out', file, '--url', server.url, '--key', server.personalKey];
    const user = plainUser === undefined ? {} : { uid: plainUser, gid: plainUser };
    await promisify(execFile)(process.execPath, [cli, ...args], user);
    expect(readFileSync(file, 'utf8')).toContain('benchtop_recording');
    expect(readFileSync(file, 'utf8')).not.toContain('earlier');
  },
);

test.skipIf(process.platform === 'win32')('a recording is written through a link, and to a device', async () => {
  writeFileSync(fileOf('linked.ndjson'), '');
  chmodSync(fileOf('linked.ndjson'), 0o666);
  symlinkSync(fileOf('linked.ndjson'), fileOf('link.ndjson'));
  expect((await run('record', '--test-run', 'first', '--out', fileOf('link.ndjson'))).code).toBe(0);
  expect(lstatSync(fileOf('link.ndjson')).isSymbolicLink()).toBe(true);
  expect(statSync(fileOf('linked.ndjson')).mode & 0o777).toBe(0o666);
  expect(readFileSync(fileOf('linked.ndjson'), 'utf8')).toContain('benchtop_recording');
  expect((await run('record', '--test-run', 'first', '--out', '/dev/null')).code).toBe(0);
});

test.skipIf(process.platform !== 'linux')('output that a device has no room for is an error', async () => {
  const args = ['tail', '--test-run', 'first', '--url', server.url, '--key', server.personalKey];
  const running = promisify(execFile)('sh', ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, cli, ...args]);
  await expect(running).rejects.toMatchObject({
    code: 2,
    stderr: 'benchtop: The output cannot be written: ENOSPC: no space left on device, write.\n',
  });
});

test('a recording goes to standard output for -, as replay reads standard input for it', async () => {
  const { out } = await run('record', '--test-run', 'first', '--out', '-');
  expect(out).toMatch(/^\{"benchtop_recording":1,.*\n.*"opened".*\n\{"events":1,"left_out":0\}\n$/);
});
