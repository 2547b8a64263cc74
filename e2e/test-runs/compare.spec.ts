import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { detail } from '../live-page.ts';

test('two test runs are compared from the list: counts, order, properties, and examples in Live', async ({
  server,
  open,
  picturesInSizes,
}) => {
  const send = (run: string, person: string, ...events: [name: string, properties: object][]) =>
    server.capture(
      {
        batch: events.map(([event, properties], second) => ({
          event,
          distinct_id: person,
          properties,
          timestamp: new Date(Date.UTC(2026, 10, 1, 10, 0, second)).toISOString(),
        })),
      },
      `/test-run/${run}/batch/`,
    );
  const cart = { currency: 'EUR' };
  await send('v1', 'ann', ['opened', {}], ['added', { total: 5, plan: 'pro', cart }], ['paid', {}], ['left', {}]);
  await send(
    'v2',
    'bob',
    ['opened', {}],
    ['paid', {}],
    ['added', { total: '5', plan: 'team', cart: {} }],
    ['paid', {}],
  );
  const page = await open('/test-runs');
  await page.getByRole('button', { name: 'More actions for v2' }).click();
  await page.getByRole('menuitem', { name: 'Compare…' }).click();
  await expect(page.getByRole('heading', { name: 'Choose two sides' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'New test run' })).toHaveValue('v2');
  await expectAccessible(page, 'before two sides are chosen');
  await page.getByRole('combobox', { name: 'Old test run' }).fill('v1');
  await page.getByRole('option', { name: 'v1' }).click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/old_test_run=v1/);
  await expect(page.getByRole('status').filter({ hasText: 'The sides differ' })).toBeVisible();
  await expect(page.getByText('4 events of 1 person')).toHaveCount(2);

  const counts = page.getByRole('table', { name: 'Events' }).getByRole('row');
  await expect(counts).toContainText([/Change/, /left.*1.*0.*−1/, /paid.*1.*2.*\+1/]);
  await expect(page.getByText('2 event names occur equally often.')).toBeVisible();
  const order = page.getByRole('table', { name: 'Order' }).getByRole('row');
  await expect(order.filter({ hasText: 'left' })).toContainText(/removed.*paid/);
  await expect(order.filter({ hasText: 'added' }).first()).toBeVisible();
  const properties = page.getByRole('list', { name: 'Differences' }).getByRole('listitem');
  await expect(properties).toHaveCount(3);
  await expect(properties.filter({ hasText: 'total' })).toContainText(
    /added ›.*type changed.*number → string.*in 1 of 1 event/,
  );
  await expect(properties.filter({ hasText: 'cart.currency' })).toContainText('removed');
  await expectAccessible(page, 'two test runs');
  await picturesInSizes('compare');
  await properties.getByRole('button', { name: 'Ignore values of plan' }).click();
  await page.getByRole('menuitem', { name: 'In every event' }).click();
  await expect(properties).toHaveCount(2);
  await page.getByRole('button', { name: 'Swap sides' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page).toHaveURL(/old_test_run=v2/);
  await expect(properties.filter({ hasText: 'cart.currency' })).toContainText('added');
  await properties.filter({ hasText: 'total' }).getByRole('link', { name: 'Show an example' }).click();
  await expect(detail(page).getByRole('combobox', { name: 'Compare with' })).toBeVisible();
  await expect(detail(page).getByRole('listitem').filter({ hasText: 'total' })).toContainText('string → number');
});

test('builds are compared through the address', async ({ server, open }) => {
  const send = (app_version: string, size: number) =>
    server.capture({ event: 'built', distinct_id: 'ann', properties: { app_version, size } });
  await send('1.1', 1);
  await send('1.10', 2);
  await send('1.10', 3);
  const page = await open('/test-runs/compare?old_build=1.10&new_build=1.1');
  await expect(page.getByRole('textbox', { name: 'Old build' })).toHaveValue('1.10');
  await expect(page.getByText('2 events of 1 person')).toBeVisible();
  await page.getByRole('textbox', { name: 'Property with the build' }).fill('size');
  await page.getByRole('textbox', { name: 'Old build' }).fill('2');
  await page.getByRole('textbox', { name: 'New build' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/build_property=size/);
  await expect(page.getByRole('status').filter({ hasText: 'Both sides sent the same' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 event name occurs equally often.')).toBeVisible();
  await send('1.1', 2);
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(page.getByText('2 events of 1 person')).toHaveCount(2);
});

test('an address with two names for a side, or a property without builds, is refused', async ({
  open,
  server,
  visit,
  allowError,
}) => {
  allowError(/status of 400/);
  for (const name of ['a', 'b']) await server.capture({ event: 'paid', distinct_id: 'ann' }, `/test-run/${name}/e/`);
  const page = await open('/test-runs/compare?old_test_run=a&new_test_run=b&old_build=1.1');
  await expect(page.getByRole('alert')).toContainText('`old_test_run` must be omitted beside `old_build`');
  await visit('/test-runs/compare?old_test_run=a&new_test_run=b&build_property=size');
  await expect(page.getByRole('alert')).toContainText('`build_property` is read with builds only');
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(page).not.toHaveURL(/build_property/);
  await expect(page.getByText('1 event of 1 person')).toHaveCount(2);
});

test('an address that names one side asks for the other', async ({ open, server, page }) => {
  await server.capture({ event: 'paid', distinct_id: 'ann' }, '/test-run/a/e/');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open('/test-runs/compare?old_test_run=a%20');
  await expect(page.getByRole('heading', { name: 'Choose two sides' })).toBeVisible();
  expect(asked.filter((url) => /\/diff\/|test_runs\/a/.test(url))).toEqual([]);
});

test('a comparison follows an open test run until it ends', async ({ server, open }) => {
  const send = (run: string, event: string) => server.capture({ event, distinct_id: 'ann' }, `/test-run/${run}/e/`);
  await send('before', 'opened');
  await send('before', 'paid');
  await send('now', 'opened');
  await server.api('PATCH', '/api/projects/@current/test_runs/before/', { ended_at: new Date().toISOString() });
  const page = await open('/test-runs/compare?old_test_run=before&new_test_run=now');
  const verdict = page.getByRole('status').filter({ hasText: /sides/ });
  await expect(verdict).toHaveText('The sides differ');
  await expect(page.getByText('Follows the open test run')).toBeVisible();
  await send('now', 'paid');
  await expect(verdict).toHaveText('Both sides sent the same');
  await server.api('PATCH', '/api/projects/@current/test_runs/now/', { ended_at: new Date().toISOString() });
  await expect(page.getByText('Follows the open test run')).toBeHidden();
});

test('sides without events, or compared in part, are not said to have sent the same', async ({
  server,
  open,
  visit,
}) => {
  for (const name of ['first', 'second']) await server.api('POST', '/api/projects/@current/test_runs/', { name });
  const page = await open('/test-runs/compare?old_test_run=first&new_test_run=second');
  const verdict = page.getByRole('status').filter({ hasText: /compare|same/ });
  await expect(verdict).toHaveText('Nothing to compare');
  await expect(page.getByText('Neither side has events.')).toBeVisible();

  for (const run of ['one', 'two']) await server.capture({ event: 'paid', distinct_id: 'ann' }, `/test-run/${run}/e/`);
  await page.route('**/diff/?*', async (route) => {
    const response = await route.fetch();
    const diff = await response.json();
    // As with over 20,000 events.
    await route.fulfill({ response, json: { ...diff, old: { ...diff.old, is_complete: false } } });
  });
  await visit('/test-runs/compare?old_test_run=one&new_test_run=two');
  await expect(verdict).toHaveText('The compared events are the same');
});

test('differences beyond the listed ones are counted', async ({ server, open }) => {
  const batch = (value: number) => [
    {
      event: 'wide',
      distinct_id: 'ann',
      properties: Object.fromEntries(Array.from({ length: 1005 }, (_, n) => [`p${n}`, value])),
    },
  ];
  await server.capture({ batch: batch(1) }, '/test-run/one/batch/');
  await server.capture({ batch: batch(2) }, '/test-run/two/batch/');
  const page = await open('/test-runs/compare?old_test_run=one&new_test_run=two');
  await expect(page.getByText('5 more differences are not listed.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Differences' }).getByRole('listitem')).toHaveCount(1000);
});

test('the page says when there is too much to compare or to list', async ({ server, open }) => {
  const send = async (run: string, event: string, count: number) => {
    for (let sent = 0; sent < count; sent += 1000) {
      const batch = Array.from({ length: Math.min(1000, count - sent) }, () => ({ event, distinct_id: 'ann' }));
      await server.capture({ batch }, `/test-run/${run}/batch/`);
    }
  };
  await send('small', 'one', 600);
  await send('large', 'two', 20_001);
  const page = await open('/test-runs/compare?old_test_run=small&new_test_run=large');
  await expect(page.getByText('Too many events: only the newest 20,000 are compared.')).toBeVisible();
  await expect(page.getByText('The order of some people’s events differs too much to be listed.')).toBeVisible();
  await expectAccessible(page, 'too much');
});
