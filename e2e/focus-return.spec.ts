import { expect } from '@playwright/test';
import { test, testApart } from './fixtures.ts';

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
