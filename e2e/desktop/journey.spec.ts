import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type ElectronApplication, _electron as electron, expect, type Page, test } from '@playwright/test';
import { desktopApi } from '../../scripts/lib/desktop-api.ts';

const root = join(import.meta.dirname, '../..');
const executablePath = process.env.BENCHTOP_ELECTRON ?? '';
/** Root has no sandbox on Linux; only there is it switched off, and only here. */
const flags = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const args = [root, ...flags];

type Desktop = Parameters<typeof desktopApi>[0];

const desktopOf = (page: Page) => page.evaluate(() => (window as unknown as { desktop: Desktop }).desktop);

const serverPid = (app: ElectronApplication) =>
  app.evaluate((modules) => modules.app.getAppMetrics().find(({ name }) => name === 'Benchtop server')?.pid ?? 0);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('an event is seen in the window, and outlives the server and a second start', async () => {
  const env = { ...process.env, BENCHTOP_PORT: '0', BENCHTOP_DATA_DIR: test.info().outputPath('data') } as Record<
    string,
    string
  >;
  const app = await electron.launch({ executablePath, args, cwd: root, env });
  const page = await app.firstWindow();
  await expect(page.getByText('Waiting for your first event')).toBeVisible();
  const desktop = await desktopOf(page);
  expect(page.url()).toContain(desktop.serverUrl);
  expect(await page.evaluate(() => 'require' in window || 'process' in window)).toBe(false);

  const project = await desktopApi(desktop, '/api/projects/@current/');
  await desktopApi(desktop, '/capture/', { api_key: project.api_key, event: 'desk opened', distinct_id: 'desk' });
  const row = page.getByRole('option', { name: /^desk opened/ });
  await expect(row).toBeVisible();

  const second = spawn(executablePath, args, { cwd: root, env, stdio: 'ignore' });
  expect((await once(second, 'exit'))[0]).toBe(0);
  expect(app.windows()).toHaveLength(1);

  const first = await serverPid(app);
  process.kill(first, 'SIGKILL');
  await expect.poll(() => serverPid(app)).not.toBe(first);
  await expect
    .poll(() =>
      fetch(`${desktop.serverUrl}/api/health/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
  await page.reload();
  await expect(row).toBeVisible();

  const last = await serverPid(app);
  await app.close();
  await expect.poll(() => isAlive(last)).toBe(false);
});
