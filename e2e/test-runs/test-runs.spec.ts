import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';

declare global {
  interface Window {
    shownNotifications: Notification[];
  }
}

const runs = '/api/projects/@current/test_runs/';
const expectations = '/api/projects/@current/expectations/';
const name = 'checkout-1.24';

const row = (page: Page) => page.getByRole('row', { name: new RegExp(name) });
const section = (page: Page, of: string) =>
  page.getByRole('navigation', { name: 'Sections of the test run' }).getByRole('link', { name: of });

test('a tester starts, describes, ends and deletes a test run', async ({ server, open }) => {
  const page = await open('/test-runs');
  await expectAccessible(page, 'without test runs');
  await page.keyboard.press('c');
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect(field).toBeFocused();
  await field.fill('no name');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('A name has 1 to 100 letters, digits, "-", "_" or "."')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(name);
  await page.getByRole('textbox', { name: 'Label' }).fill('Checkout');
  await page.getByRole('textbox', { name: 'Build' }).fill('1.24.0');
  await expectAccessible(page, 'form');
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText(`${server.url}/test-run/${name}`, { exact: true })).toBeVisible();
  await expect(page.getByText(`api_host: '${server.url}/test-run/${name}'`)).toBeVisible();
  await page.getByRole('tab', { name: 'posthog-node' }).click();
  await expect(page.getByText(`{ host: '${server.url}/test-run/${name}', flushAt: 1 }`)).toBeVisible();
  await expectAccessible(page, 'how to send');
  await server.capture({ batch: [{ event: 'a', distinct_id: 'ann' }, { event: 'b' }] }, `/test-run/${name}/batch/`);
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: '1 dropped' })).toBeVisible();

  await section(page, 'Details').click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Paid with a saved card.');
  await section(page, 'Expectations').click();
  await expect(page.getByText('Nothing is expected of this test run yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`“${name}” is saved.`)).toBeVisible();

  // Ctrl+S on another tab leads to what prevents saving.
  const label = page.getByRole('textbox', { name: 'Label' });
  await section(page, 'Details').click();
  await label.fill('x'.repeat(5000));
  await section(page, 'Expectations').click();
  await expect(label).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(label).toBeFocused();
  await expect(label).toHaveAttribute('aria-invalid', 'true');
  await expect(label).toHaveAccessibleDescription('Must have at most 400 characters.');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'End test run' }).click();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  expect(await server.api('GET', `${runs}${name}/`)).toMatchObject({
    label: 'Checkout',
    build: '1.24.0',
    note: 'Paid with a saved card.',
    events: 1,
    dropped: 1,
    ended_at: expect.any(String),
  });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'End test run' })).toBeFocused();

  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete test run' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete test run “${name}”?` });
  await expect(dialog).toContainText('This permanently deletes 1 event and 1 dropped event.');
  await expect(dialog.getByRole('button', { name: 'Delete test run' })).toBeDisabled();
  await dialog.getByRole('textbox').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('No test runs yet')).toBeVisible();
  expect(await server.api('GET', '/api/projects/@current/events/?status=all')).toMatchObject({ results: [] });
});

test('the page of a test run that another user deletes says so', async ({ server, open, allowError }) => {
  allowError(/status of 404/);
  await server.api('POST', runs, { name });
  const page = await open(`/test-runs/run/${name}`);
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
  await server.api('DELETE', `${runs}${name}/`);
  await expect(page.getByRole('main').getByText(`No test run has the name "${name}".`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'End test run' })).toHaveCount(0);
  await page.waitForResponse(new RegExp(`test_runs/${name}/`));
  await expect(page.getByText('You see what was loaded last')).toHaveCount(0);
});

test('unsaved changes to a test run that another user deletes stay to be copied', async ({
  server,
  open,
  allowError,
}) => {
  allowError(/status of 404/);
  await server.api('POST', runs, { name });
  const page = await open(`/test-runs/run/${name}?tab=details`);
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Long thoughts');
  await server.api('DELETE', `${runs}${name}/`);
  const gone = page.getByText('This test run was deleted, so your changes cannot be saved.');
  await expect(gone).toBeVisible({ timeout: 10_000 });
  await expect(note).toHaveValue('Long thoughts');
  await note.press('Control+s');
  await expect(page.getByRole('alert')).toContainText(`No test run has the name "${name}".`);
  await expect(note).toHaveValue('Long thoughts');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(gone).toHaveCount(0);
  await expect(page.getByRole('main').getByText(`No test run has the name "${name}".`)).toBeVisible();
});

test('the list and the page of a test run show the status of its expectations', async ({ server, open }) => {
  const rule = { test_run: name, event: 'checkout', properties: [{ key: 'plan', value: 'pro' }] };
  await server.api('POST', expectations, { ...rule, count: { exactly: 1 } });
  await server.api('POST', expectations, { event: 'error', name: 'No errors', count: { never: true } });
  const send = (properties: object) =>
    server.capture({ event: 'checkout', distinct_id: 'ann', properties }, `/capture/?test_run=${name}`);
  await send({ plan: 'free', total: 5 });
  const page = await open('/test-runs');
  await expect(row(page)).toContainText('1 pending');
  await send({ plan: 'pro', total: 40 });
  await send({ plan: 'pro', total: 41 });
  await expect(row(page)).toContainText('1 failed');
  await expectAccessible(page, 'list');

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const counts = page.getByRole('main').getByRole('status').filter({ hasText: /\d/ });
  await expect(counts).toHaveText(['1 failed', '1 pending']);
  const own = page.getByRole('list', { name: 'Of this test run' });
  await expect(own).toContainText('Exactly 1 “checkout” where plan is pro');
  await expect(own).toContainText('Requires exactly 1; found 2.');
  const eventsOf = (name: string) => own.getByRole('region', { name }).getByRole('listitem');
  await expect(eventsOf('Matching events')).toHaveCount(1);
  await expect(eventsOf('Too many')).toContainText('total=41');
  await expect(page.getByRole('list', { name: 'Of every event, in this test run' })).toContainText('No errors');
  await expectAccessible(page, 'expectations');
  await eventsOf('Too many').getByRole('link', { name: 'checkout' }).click();
  await expect(page.getByRole('article', { name: 'Event detail' })).toContainText('41');
});

test('a tester is notified on another page of a failed expectation, once turned on', async ({ server, open }) => {
  await server.api('POST', expectations, { event: 'error', name: 'No errors', count: { never: true } });
  await server.api('POST', expectations, { event: 'crash', name: 'No crashes', count: { never: true } });
  const send = (event: string) => server.capture({ event, distinct_id: 'ann' });
  await send('crash');
  const page = await open('/test-runs?tab=expectations');
  await page.evaluate(() => {
    window.shownNotifications = [];
    window.Notification = class extends window.Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        window.shownNotifications.push(this);
      }
    };
  });
  const shown = () => page.evaluate(() => window.shownNotifications.map(({ title, body }) => `${title}: ${body}`));
  const setting = page.getByRole('switch', { name: 'Notify me of failures' });
  await setting.click();
  await expect(page.getByText('Benchtop’s notifications are blocked.')).toBeVisible();
  await expect(setting).not.toBeChecked();
  await page.context().grantPermissions(['notifications'], { origin: server.url });
  await setting.click();
  await expect(setting).toBeChecked();
  await expectAccessible(page, 'with notifications');

  const read = page.waitForResponse((response) => response.url().includes('/expectations/?limit=1000'));
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await read;
  await send('error');
  await expect.poll(shown).toEqual(['Expectation failed: No errors']);
  await page.evaluate(() =>
    window.shownNotifications[0]?.onclick?.call(window.shownNotifications[0], new Event('click')),
  );
  await expect(page.getByRole('heading', { name: 'No errors' })).toBeVisible();
});
