import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { desktopApi } from '../../scripts/lib/desktop-api.ts';
import { rows } from '../live-page.ts';
import { type DesktopApp, openDesktop } from './desktop-app.ts';
import { dialogAfter, frontTitle, minimizeFrontWindow, picture, press } from './screen.ts';

type Desktop = Parameters<typeof desktopApi>[0];

const open: DesktopApp[] = [];

async function start(env?: Record<string, string>): Promise<DesktopApp> {
  const app = await openDesktop(env);
  open.push(app);
  return app;
}

test.afterEach(async () => {
  for (const app of open.splice(0)) await app.dispose();
});

const desktopOf = (page: Page) => page.evaluate(() => (window as unknown as { desktop: Desktop }).desktop);

const isUp = ({ serverUrl }: Desktop) =>
  fetch(`${serverUrl}/api/health/`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Processes that name the data folder in their arguments, which those of the browser do, or have one of the ids. */
function processesOf({ dataDir, pid }: DesktopApp, server: number): string[] {
  return readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false;
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      return command.includes(dataDir) || (command !== '' && [pid, server].includes(Number(entry)));
    } catch {
      return false;
    }
  });
}

test('an event is seen in the window, and survives the server, a page crash and a second start', async () => {
  const app = await start();
  const page = await app.page();
  await expect(page.getByText('Waiting for your first event')).toBeVisible();
  await expect.poll(frontTitle).toBe('Benchtop');
  await picture('first start', page);
  const desktop = await desktopOf(page);
  expect(page.url()).toContain(desktop.serverUrl);
  expect(await page.evaluate(() => 'require' in window || 'process' in window)).toBe(false);

  const project = await desktopApi(desktop, '/api/projects/@current/');
  await desktopApi(desktop, '/capture/', { api_key: project.api_key, event: 'desk opened', distinct_id: 'desk' });
  const row = page.getByRole('option', { name: /^desk opened/ });
  await expect(row).toBeVisible();

  minimizeFrontWindow();
  await expect.poll(frontTitle).not.toBe('Benchtop');
  expect(await app.startAgain()).toBe(0);
  await expect.poll(frontTitle).toBe('Benchtop');
  expect(await app.windowCount()).toBe(1);
  await picture('second start', page);

  const first = await app.serverPid();
  process.kill(first, 'SIGKILL');
  await expect.poll(() => app.serverPid()).not.toBe(first);
  await expect.poll(() => isUp(desktop)).toBe(true);
  await desktopApi(desktop, '/capture/', { api_key: project.api_key, event: 'still here', distinct_id: 'desk' });
  await expect(page.getByRole('option', { name: /^still here/ })).toBeVisible();
  await picture('server killed and back', page);

  await app.crashPage();
  await expect
    .poll(async () =>
      rows(await app.page())
        .getByRole('option')
        .count(),
    )
    .toBe(2);
  await picture('page crashed and back', await app.page());

  const server = await app.serverPid();
  await app.quit();
  expect(await app.exited).toBe(0);
  // A process of a page ends a moment after the app.
  await expect.poll(() => processesOf(app, server)).toEqual([]);
});

test('a busy port is shown in the window title', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const app = await start({ BENCHTOP_PORT: String(port) });
  const page = await app.page();
  const { serverUrl } = await desktopOf(page);
  await expect.poll(frontTitle).toBe(`Benchtop on port ${new URL(serverUrl).port} (${port} is taken)`);
  await expect(page.getByText('Waiting for your first event')).toBeVisible();
  await picture('busy port', page);
  other.close();
});

test('a window with unsaved work asks before it closes', async () => {
  const app = await start();
  const page = await app.page();
  await page.getByRole('link', { name: 'Flags' }).click();
  await page.getByRole('link', { name: 'New flag' }).first().click();
  await page.getByLabel('Key', { exact: true }).fill('half-done');

  await dialogAfter(app.closeWindow);
  await picture('unsaved work', page);
  press('Escape');
  await expect.poll(frontTitle).toBe('Benchtop');
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('half-done');

  await dialogAfter(app.quit);
  press('Escape');
  await expect.poll(frontTitle).toBe('Benchtop');
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('half-done');

  await dialogAfter(app.closeWindow);
  press('Tab', 'Return');
  expect(await app.exited).toBe(0);
});

test('a page stays on its origin, requests nothing else, and may do only what the shell allows', async () => {
  const app = await start();
  const page = await app.page();
  await expect(page.getByText('Waiting for your first event')).toBeVisible();
  const { serverUrl } = await desktopOf(page);
  const other = createServer((_request, response) => response.end('<title>Elsewhere</title>')).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  let asked = 0;
  other.on('request', () => {
    asked += 1;
  });

  await page.evaluate((url) => window.location.assign(url), elsewhere);
  await page.evaluate((url) => void window.open(url), elsewhere);
  await page.evaluate((url) => fetch(url, { mode: 'no-cors' }).catch(() => {}), elsewhere);
  expect(new URL(page.url()).origin).toBe(serverUrl);
  await expect.poll(() => app.windowCount()).toBe(1);
  expect(asked).toBe(0);
  const states = await page.evaluate(async () => [
    Notification.permission,
    (await navigator.permissions.query({ name: 'geolocation' })).state,
  ]);
  expect(states).toEqual(['granted', 'denied']);
  await picture('stays at home', page);
  other.close();
});
