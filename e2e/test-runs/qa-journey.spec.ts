import { expect, type Page } from '@playwright/test';
import { PostHog } from 'posthog-node';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { names } from '../live-page.ts';

const run = 'checkout-124';

const results = (page: Page) => page.getByRole('list', { name: 'Of this test run' });
const nearest = (page: Page) => page.getByRole('region', { name: 'Nearest miss' });

test('a QA engineer runs a test, sets an expectation, reads why it failed, and sees the fix turn it green', async ({
  server,
  open,
}) => {
  const page = await open('/live');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'Test runs', level: 1 })).toBeVisible();
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'Name' }).fill(run);
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: run, level: 1 })).toBeVisible();

  const host = await page.getByText(`${server.url}/test-run/${run}`, { exact: true }).textContent();
  const buy = async (total: unknown) => {
    const app = new PostHog(server.project.key, { host: host ?? '', flushAt: 1 });
    app.capture({ distinctId: 'ann', event: 'checkout', properties: { plan: 'pro', total, order_id: 'A-17' } });
    await app.shutdown();
  };
  await buy('40');
  await expect(page.getByText('1 event', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Show in Live' }).click();
  await expect.poll(() => names(page)).toEqual(['checkout']);

  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'Expect this' })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { name: 'New expectation', level: 1 })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Event name' })).toHaveValue('checkout');
  await expect(page.getByRole('combobox', { name: 'Applies to' })).toHaveValue(run);
  await expect(
    page.getByText('Exactly 1 “checkout” where plan is pro and total is 40 and order_id is text'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Remove property 2 of the expectation' }).click();
  await page.getByRole('button', { name: 'Add type' }).click();
  await page.getByRole('combobox', { name: 'Property 2 with a type' }).fill('total');
  await page.getByRole('combobox', { name: 'Type of property 2' }).click();
  await page.getByRole('option', { name: 'a number' }).click();
  const draft = page.getByRole('complementary', { name: 'Status of the draft' });
  await expect(draft.getByRole('status')).toHaveText('Failed');
  await expect(nearest(page)).toContainText('total is a number');
  await expectAccessible(page, 'expectation of an event');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('“Exactly 1 ‘checkout’ where plan is pro and ')).toBeVisible();

  await expect(results(page)).toContainText(
    'Exactly 1 “checkout” where plan is pro and order_id is text and total is a number',
  );
  await expect(results(page)).toContainText('Pending');
  await expect(results(page)).toContainText('Nearest miss: total is a number; the event has "40".');
  await page.getByRole('button', { name: 'End test run' }).click();
  await expect(results(page)).toContainText('Failed');
  await expect(results(page)).toContainText('Requires exactly 1; found 0.');
  await expect(nearest(page)).toContainText('plan="pro"');
  await expect(nearest(page).getByRole('list')).toHaveText('total is a numberThe event has "40"');
  await expectAccessible(page, 'nearest miss');

  await page.getByRole('button', { name: 'Resume test run' }).click();
  await buy(40);
  await page.getByRole('button', { name: 'End test run' }).click();
  await expect(results(page)).toContainText('Passed');
  await expect(page.getByRole('status').filter({ hasText: '1 passed' })).toBeVisible();
  await page.getByRole('link', { name: 'Test runs' }).first().click();
  await expect(page.getByRole('row', { name: new RegExp(run) })).toContainText('1 passed');
});

test('an expectation of exactly one turns red when the event is sent twice', async ({ server, open, pictures }) => {
  const send = () => server.capture({ event: 'paid', distinct_id: 'ann', properties: { method: 'card' } }, '/capture/');
  await server.api('POST', '/api/projects/@current/test_runs/', { name: run, assign: { everything: true } });
  await send();
  const page = await open(`/live?q=test_run:${run}`);
  await page.getByRole('option', { name: /^paid/ }).click();
  await page.getByRole('link', { name: 'Expect this' }).click();
  await expect(page.getByRole('complementary', { name: 'Status of the draft' })).toContainText('Passed');
  await page.getByRole('textbox', { name: 'Name' }).fill('Paid once');
  await page.getByRole('button', { name: 'Create expectation' }).click();
  await expect(results(page)).toContainText('Pending');
  await send();
  await expect(results(page)).toContainText('Failed');
  await expect(results(page)).toContainText('Requires exactly 1; found 2.');
  await expect(page.getByRole('region', { name: 'Matching events' }).getByRole('listitem')).toHaveCount(1);
  const surplus = page.getByRole('region', { name: 'Too many' });
  await expect(surplus.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'an event too many');
  await pictures('expectation-too-many');
  await surplus.getByRole('link', { name: 'Compare with the first' }).click();
  await expect(page.getByRole('tab', { name: 'Diff' })).toHaveAttribute('aria-selected', 'true');
  await pictures('expectation-too-many-diff');
  await page.goBack();

  await page.getByRole('link', { name: 'Paid once' }).click();
  await page.getByRole('textbox', { name: 'Number of events' }).fill('2');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('“Paid once” is saved.')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Status of the draft' })).toContainText('Pending');
  await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete expectation' }).click();
  await expect(page.getByText('Nothing is expected of this test run yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(results(page)).toContainText('Paid once');
});
