import { expect, test } from '@playwright/test';
import { type DesktopApp, openDesktop } from './desktop-app.ts';
import { dialogAfter, frontTitle, moveFrontWindow, picture, press } from './screen.ts';

let app: DesktopApp;

test.beforeEach(async () => {
  app = await openDesktop();
});
test.afterEach(() => app.dispose());

test('the menus run the commands of the palette in the window', async () => {
  const page = await app.page();
  await expect(page.getByRole('contentinfo')).toContainText('Localhost only');
  await app.clickMenu('Search and commands');
  await expect(page.getByRole('combobox', { name: /^Search pages/ })).toBeFocused();
  await picture('palette', page);
  await page.keyboard.press('Escape');
  await app.clickMenu('Persons (g p)');
  await expect(page).toHaveURL(/\/persons/);
  await app.clickMenu('New flag');
  await expect(page.getByLabel('Key', { exact: true })).toBeVisible();
});

test('a menu command that comes before the page listens runs once it does', async () => {
  await expect.poll(() => app.windowCount()).toBe(1);
  await app.clickMenu('New flag');
  await expect((await app.page()).getByLabel('Key', { exact: true })).toBeVisible();
});

test('two windows stand side by side, and a command runs in the one in front', async () => {
  const first = await app.page();
  await first.getByRole('link', { name: 'Persons', exact: true }).click();
  await expect(first).toHaveURL(/\/persons/);
  await app.clickMenu('New window');
  await expect.poll(() => app.windowCount()).toBe(2);
  const second = await app.page('/live');
  await expect(second.getByText('Waiting for your first event')).toBeVisible();
  moveFrontWindow(560, 260, 680, 560);
  await picture('two windows', second);
  await app.clickMenu('Flags (g f)');
  await expect(second).toHaveURL(/\/feature-flags/);
  await expect(first).toHaveURL(/\/persons/);
});

test('the box about the app has its versions', async () => {
  const page = await app.page();
  await expect(page.getByText('Waiting for your first event')).toBeVisible();
  await dialogAfter(app.openAbout);
  expect(frontTitle()).toContain('Benchtop');
  await picture('about', page);
  press('Escape');
});

test('closing the window keeps the server running, if set', async () => {
  const page = await app.page();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('link', { name: 'Desktop app' }).click();
  const keepServing = page.getByRole('switch', { name: 'Keep serving when the window is closed' });
  await keepServing.click();
  await expect(keepServing).toBeChecked();
  await picture('settings', page);
  const { origin } = new URL(page.url());
  await app.closeWindow();
  await expect.poll(() => app.windowCount()).toBe(0);
  expect((await fetch(`${origin}/api/health/`)).ok).toBe(true);
  await app.reopen();
  expect(new URL((await app.page()).url()).origin).toBe(origin);
});
