import { expect } from '@playwright/test';
import { measured } from './experiment-data.ts';
import { test, testApart } from './fixtures.ts';
import { rows } from './live-page.ts';

test('what closes returns the focus to what opened it', async ({ server, open, visit }) => {
  const page = await open('/settings/personal-keys');
  const name = page.getByRole('textbox', { name: 'New key' });
  await name.fill('CI');
  await name.press('Enter');
  await page.getByRole('button', { name: 'I copied the key' }).press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(name).toBeFocused();

  await server.capture({ event: 'opened', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } });
  await visit('/groups');
  await page.getByRole('link', { name: 'acme' }).press('Enter');
  await page.getByRole('button', { name: 'Close group' }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Group acme' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'acme' })).toBeFocused();
});

testApart('an editor below a list returns the focus to the row that opened it', async ({ open }) => {
  const page = await open('/settings/users');
  const edit = page.getByRole('row').getByRole('button', { name: /^Edit/ }).first();
  await edit.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(edit).toBeFocused();
  await edit.press('Enter');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ada');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit Ada' }).first()).toBeFocused();
});

test('a name that is edited in a header leaves the focus there', async ({ server, open }) => {
  const id = await server.create('/api/projects/@current/actions/', { name: 'Paid', steps: [{ event: 'paid' }] });
  const page = await open(`/actions/${id}?tab=count`);
  await page.getByRole('button', { name: 'Edit name of the action Paid' }).press('Enter');
  await page.getByRole('textbox', { name: 'name of the action Paid' }).press('Escape');
  await expect(page.getByRole('button', { name: 'Edit name of the action Paid' })).toBeFocused();
  await page.getByRole('button', { name: 'Edit name of the action Paid' }).press('Enter');
  await page.getByRole('textbox', { name: 'name of the action Paid' }).fill('Paid twice');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit name of the action Paid twice' })).toBeFocused();
});

test('a comparison by keyboard keeps the focus at its button', async ({ server, open }) => {
  for (const run of ['v1', 'v2'])
    await server.capture({ event: 'paid', distinct_id: 'ada' }, `/test-run/${run}/capture/`);
  const page = await open('/test-runs/compare?old_test_run=v1&new_test_run=v1');
  // Until then its button waits.
  await expect(page.getByText('Both sides sent the same')).toBeVisible();
  await page.getByRole('combobox', { name: 'New test run' }).fill('v2');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare', exact: true }).press('Enter');
  await expect(page).toHaveURL(/new_test_run=v2/);
  await expect(page.getByRole('button', { name: 'Compare again' })).toBeFocused();
});

test('a copy that fails is announced', async ({ open }) => {
  const page = await open('/settings/project-keys');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Copy key/ })
    .first()
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'Could not copy' })).toHaveCount(1);
});

test('what is tried out in a preview is undone without losing the focus', async ({ server, open }) => {
  await server.capture({ event: 'opened', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } });
  const tried = `set=${encodeURIComponent('{"plan":"pro","beta":true}')}&groups=${encodeURIComponent('{"company":"other"}')}`;
  const page = await open(`/persons/${await server.onlyPerson()}?tab=preview&${tried}`);
  const name = page.getByRole('combobox', { name: 'Property' });
  await page.getByRole('button', { name: 'Undo plan' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Undo plan' })).toHaveCount(0);
  await expect(name).toBeFocused();
  const resetOf = (part: string) => page.getByRole('region', { name: part }).getByRole('button', { name: 'Reset' });
  await resetOf('What if').press('Enter');
  await expect(name).toBeFocused();
  await resetOf('Groups').press('Enter');
  await expect(page.getByRole('textbox', { name: 'company' })).toBeFocused();
});

test('a dialog that is loaded when it first opens returns the focus', async ({ server, open, visit }) => {
  await server.create('/api/projects/@current/feature_flags/', { key: 'search' });
  const page = await open('/feature-flags');
  const link = page.getByRole('link', { name: 'search' });
  await link.focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(link).toBeFocused();

  await server.capture({ event: 'opened', distinct_id: 'ada' });
  await visit('/live');
  const connect = page.getByRole('button', { name: 'Connect an app' });
  await connect.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Connect an app' });
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(connect).toBeFocused();

  const filter = page.getByRole('combobox', { name: 'Filter events' });
  await filter.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toBeFocused();
});

test('a menu that opens by keyboard has the focus on its first item', async ({ server, open }) => {
  await server.create('/api/projects/@current/feature_flags/', { key: 'search' });
  const page = await open('/feature-flags');
  await page.getByRole('button', { name: 'More actions for search' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Open' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
});

test('a condition that is added has the focus', async ({ open }) => {
  const page = await open('/feature-flags/new');
  await page.getByRole('button', { name: 'Add condition' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add property to condition 2' })).toBeFocused();
});

testApart('a user that is to be edited has the focus in its form', async ({ open }) => {
  const page = await open('/settings/users');
  await page.getByRole('row').getByRole('button', { name: /^Edit/ }).first().press('Enter');
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
});

test('the arrow keys reach each choice of the events of a test run', async ({ open }) => {
  const page = await open('/test-runs/new');
  await page.getByRole('radio', { name: 'That name it' }).focus();
  for (const name of ['All from now on', 'Of one person', 'Of one SDK']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name })).toBeFocused();
  }
});

test('the choice of people in results keeps the focus while their results load', async ({ server, open }) => {
  const id = await measured(server, { of: 60, sends: [6, 30] });
  const page = await open(`/experiments/${id}`);
  await expect(page.getByRole('heading', { name: /^Collecting data/ })).toBeVisible();
  await page.getByRole('radio', { name: /^Past 14-day window/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('row', { name: /^test 60 30 50\.0%/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Everyone/ })).toBeFocused();
});
