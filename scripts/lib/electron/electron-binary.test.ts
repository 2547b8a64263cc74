import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { listenLocally } from '../../../src-server/testing/listening.ts';
import { fetchElectron, findElectron } from './electron-binary.ts';

const cache = mkdtempSync(join(tmpdir(), 'benchtop-electron-'));

afterEach(() => void vi.unstubAllEnvs());

/** Downloads from a server of this machine, which answers all requests so. */
async function fetchFrom(status: number, body: string) {
  await using mirror = createServer((_request, response) => response.writeHead(status).end(body));
  vi.stubEnv('ELECTRON_MIRROR', `${await listenLocally(mirror)}/`);
  vi.stubEnv('electron_config_cache', cache);
  return await fetchElectron(60);
}

// An existing program is not downloaded again.
test.runIf(findElectron() === null)('a mirror without the program is reported as the problem', async () => {
  expect(await fetchFrom(404, 'nothing here')).toEqual({ program: null, problem: expect.stringContaining('404') });
});

test.runIf(findElectron() === null)('a broken download is refused by its checksum', async () => {
  const { program, problem } = await fetchFrom(200, 'half of a program');
  expect(program).toBeNull();
  expect(problem).toMatch(/checksum/i);
});
