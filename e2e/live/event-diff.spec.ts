import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { expectFocusIn } from '../focus.ts';
import { detail, row } from '../live-page.ts';

const order = (n: number) => `0195a000-0000-7000-8000-00000000000${n}`;
const masks = '/api/projects/@current/diff/masks/';

test('the tab Diff compares with the previous event, the previous in the test run, or a pinned one', async ({
  server,
  open,
  pictures,
  picturesInSizes,
}) => {
  const send = (n: number, run: string | undefined, properties: object) =>
    server.capture({
      event: 'checkout',
      distinct_id: `user ${n}`,
      uuid: order(n),
      properties: { order_id: order(n), currency: 'EUR', ...properties, $benchtop_test_run: run },
    });
  await send(1, 'build-123', { total: 5, plan: 'pro', coupon: 'X' });
  await send(2, undefined, { total: 7, plan: 'free' });
  await send(3, 'build-123', { total: '5', plan: 'team', note: 'x'.repeat(1500), cart: { items: 3 } });
  const page = await open('/live');
  await row(page, /^checkout, user 1/).click();
  await page.keyboard.press('p');
  await page.keyboard.press('d');
  const pane = detail(page);
  await expect(pane.getByText('No “checkout” came before this one.')).toBeVisible();
  await row(page, /^checkout, user 2/).click();
  await expect(pane.getByRole('status')).toHaveText('3 differences');
  await expect(pane.getByText('against checkout, user 1, build-123')).toBeVisible();
  const choice = pane.getByRole('combobox', { name: 'Compare with' });
  await choice.selectOption('Previous without a test run');
  await expect(pane.getByText('No “checkout” came before this one without a test run.')).toBeVisible();

  await row(page, /^checkout, user 3/).click();
  await choice.selectOption('Previous in test run build-123');
  await expect(page).toHaveURL(/with=previous_in_test_run/);
  const differences = pane.getByRole('list', { name: 'Differences' }).getByRole('listitem');
  const of = (property: string) => differences.filter({ hasText: property });
  await expect(differences).toHaveCount(5);
  await expect(of('total')).toContainText(/type changed.*number → string.*5.*"5"/);
  await expect(of('plan')).toContainText(/changed.*"pro".*"team"/);
  await expect(of('coupon')).toContainText(/removed.*"X"/);
  await expect(of('note')).toContainText(/added.*… The first 1,000 characters/);
  await expect(of('cart')).toContainText('{"items":3}');
  await expect(of('total').getByRole('button')).toHaveCount(0);
  await picturesInSizes('event-diff');

  const ignore = of('plan').getByRole('button', { name: 'Ignore values of plan' });
  await ignore.focus();
  await page.keyboard.press('Enter');
  await expectFocusIn(page.getByRole('menu'));
  await page.getByRole('menuitem', { name: 'Only in “checkout”' }).press('Enter');
  await expect(differences).toHaveCount(4);
  const ignored = pane.getByRole('button', { name: 'Ignored values (2)' });
  await ignored.focus();
  await page.keyboard.press('Enter');
  const hidden = pane.getByRole('list', { name: 'Ignored values' }).getByRole('listitem');
  await expect(hidden.filter({ hasText: 'plan' })).toContainText('ignored by a mask in “checkout”');
  await expect(hidden.filter({ hasText: 'order_id' })).toContainText('looks like an id or a time');
  await expectAccessible(page, 'with ignored values');
  await pictures('event-diff-ignored');
  const own = async () => Object(await server.api('GET', masks)).masks;
  await hidden.getByRole('button', { name: 'Compare values of plan' }).click();
  await expect(differences).toHaveCount(5);
  expect(await own()).toEqual([]);
  await hidden.getByRole('button', { name: 'Compare values of order_id' }).click();
  await expect(of('order_id')).toContainText('compared by a mask in “checkout”');
  expect(await own()).toEqual([{ event: 'checkout', property: 'order_id', is_masked: false }]);
  await of('order_id').getByRole('button', { name: 'Ignore values of order_id again' }).click();
  await expect(hidden.filter({ hasText: 'order_id' })).toContainText('looks like an id or a time');
  expect(await own()).toEqual([]);
  await hidden.getByRole('button', { name: 'Compare values of order_id' }).click();
  await expect(differences).toHaveCount(6);

  const pinned = await choice.getByRole('option', { name: /^checkout, / }).innerText();
  await choice.selectOption(pinned);
  await expect(page).toHaveURL(new RegExp(`with=${order(1)}`));
  await page.reload();
  await expect(pane.getByRole('status')).toHaveText('6 differences');
  await pane.getByText('against checkout, user 1').getByRole('button', { name: 'checkout' }).click();
  await expect(pane.getByRole('heading', { name: 'checkout' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`selected=${order(1)}`));

  const same = { distinct_id: 'user 4', properties: { plan: 'pro' } };
  await server.capture({ event: 'viewed', ...same });
  await server.capture({ event: 'closed', ...same });
  await row(page, /^viewed/).click();
  await page.keyboard.press('m');
  await row(page, /^closed/).click();
  await choice.selectOption('Marked event');
  await expect(pane.getByRole('status')).toHaveText('Only the event names differ.');
});

test('masks are listed, added, removed and restored in the settings', async ({
  server,
  open,
  allowError,
  pictures,
}) => {
  const page = await open('/settings/masks');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByText('No masks yet')).toBeVisible();
  await expect(page.getByText('$session_id')).toBeVisible();
  const form = page.getByRole('form', { name: 'Add mask' });
  await form.getByRole('button', { name: 'Add mask' }).click();
  await expect(form.getByText('Enter the name of a property.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Property' }).fill('cart.id');
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table', { name: 'Masks' }).getByRole('row');
  await expect(rows).toContainText([/Property/, /cart\.id.*Every event.*Ignored/]);
  await form.getByRole('textbox', { name: 'Property' }).fill('order_id');
  await form.getByRole('combobox', { name: 'Event' }).fill('checkout');
  await form.getByText('Compare', { exact: true }).click();
  await form.getByRole('button', { name: 'Add mask' }).click();
  await expect(rows).toContainText([/Property/, /cart\.id/, /order_id.*checkout.*Compared/]);
  await expectAccessible(page, 'masks');
  await pictures('masks');
  const own = async () => Object(await server.api('GET', masks)).masks;
  const both = [
    { event: null, property: 'cart.id', is_masked: true },
    { event: 'checkout', property: 'order_id', is_masked: false },
  ];
  expect(await own()).toEqual(both);
  await page.getByRole('button', { name: 'Remove the mask of order_id' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(3);
  expect(await own()).toEqual(both);

  // Another window removes it first.
  allowError(/status of 404/);
  await server.api('DELETE', `${masks}?property=cart.id`);
  await page.getByRole('button', { name: 'Remove the mask of cart.id' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText('The mask of cart.id is removed.')).toBeVisible();
});
