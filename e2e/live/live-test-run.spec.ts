import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { detail, names, row } from '../live-page.ts';

const startButton = (page: Page) => page.getByRole('button', { name: 'Start test run', exact: true });
const taking = (page: Page) => page.getByRole('list', { name: 'Test runs that take events now' });

test('a test run started in Live takes arriving events until it ends there, and the filter shows only it', async ({
  server,
  openLive,
}) => {
  const page = await openLive({ event: 'before', distinct_id: 'ann' });
  await expect.poll(() => names(page)).toEqual(['before']);
  await startButton(page).click();
  const bar = taking(page);
  await expect(bar).toContainText(/Test run run-\d{8}-\d{6}-\w{8} takes everything, started now/);
  await server.capture({ event: 'during', distinct_id: 'bob' });
  await expect(bar).toContainText('1 event');
  await expectAccessible(page, 'with a test run that is on');
  await bar.getByRole('button', { name: /^Show only its events: run-/ }).click();
  await expect.poll(() => names(page)).toEqual(['during']);
  await expect(page).toHaveURL(/q=test_run%3Arun-/);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['during']);
  await expect(page.getByRole('button', { name: /^Edit filter: test run is run-/ })).toBeVisible();

  await bar.getByRole('button', { name: /^End test run run-/ }).click();
  await expect(bar).toHaveCount(0);
  await server.capture({ event: 'after', distinct_id: 'bob' });
  const filter = page.getByRole('combobox', { name: 'Filter events' });
  await filter.fill('test_run:(');
  await page.getByRole('option', { name: /\(none\)/ }).click();
  await expect.poll(() => names(page)).toEqual(['after', 'before']);
  await filter.fill('test_run:a/b');
  await filter.press('Enter');
  await expect(page.getByText(/The name of a test run has 1 to 100 letters/)).toBeVisible();
});

test('a double click starts one test run, and a superseded one says that it takes nothing', async ({ openLive }) => {
  const page = await openLive({ event: 'before', distinct_id: 'ann' });
  await startButton(page).dblclick();
  const runs = taking(page).getByRole('listitem');
  await expect(runs).toContainText([/takes everything, started/]);
  await startButton(page).click();
  await expect(runs).toContainText([/takes everything, started/, /takes nothing while run-\S+ is open/]);
  await runs.last().getByRole('link').click();
  await expect(page.getByText(/^takes nothing while run-/)).toBeVisible();
});

test('a test run started from an event takes only its person, or only its SDK', async ({ server, open }) => {
  const send = (event: string, id: string, lib: string) =>
    server.capture({ event, distinct_id: id, properties: { $lib: lib } });
  await send('first', 'ann', 'posthog-node');
  const page = await open('/live');
  await row(page, /^first/).click();
  await page.getByRole('button', { name: 'Start test run of …' }).click();
  await page.getByRole('menuitem', { name: 'Only person ann' }).click();
  const bar = page.getByRole('list', { name: 'Test runs that take events now' });
  await expect(bar.getByRole('listitem')).toContainText(['takes everything from ann']);
  await page.getByRole('button', { name: 'Start test run of …' }).click();
  await page.getByRole('menuitem', { name: 'Only SDK posthog-node' }).click();
  await expect(bar.getByRole('listitem')).toContainText([
    'takes everything from posthog-node',
    'takes everything from ann',
  ]);
  await send('by ann', 'ann', 'web');
  await send('by node', 'bob', 'posthog-node');
  await send('by nobody', 'bob', 'web');
  await expect(bar.getByRole('listitem')).toContainText(['1 event', '1 event']);

  await row(page, /^by ann/).click();
  const only = detail(page).getByRole('button', { name: /^Show only events of test run run-/ });
  await expect(only).toBeVisible();
  await only.click();
  await expect.poll(() => names(page)).toEqual(['by ann']);
  await detail(page).getByRole('link', { name: /^run-/ }).click();
  await expect(page.getByText('takes everything from ann that names no test run')).toBeVisible();
});

test('the menu says that the selected event has neither a person nor an SDK', async ({ server, open }) => {
  await server.capture({ event: 'by nobody' });
  const page = await open('/live');
  await row(page, /^by nobody/).click();
  await page.getByRole('button', { name: 'Start test run of …' }).click();
  await expect(page.getByText('The selected event names no person and no SDK.')).toBeVisible();
});
