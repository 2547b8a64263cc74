import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { make, nothingToSave, primary, save, saved, setup } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';
import { expectFocusIn } from '../focus.ts';

const bought = { insight: 'TRENDS', events: [{ id: 'bought' }] };

test('a saved metric that another user deletes stays in its dialog', async ({ server, open, allowError }) => {
  allowError(/status of 404/);
  const path = '/api/projects/@current/saved_metrics/';
  const id = await server.create(path, { name: 'Orders', filters: bought });
  const page = await open('/experiments?tab=metrics');
  await page.getByRole('button', { name: 'Edit Orders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “Orders”' });
  await dialog.getByRole('combobox', { name: 'Name of entry 1 of the saved metric' }).fill('paid');
  await server.api('DELETE', `${path}${id}/`);
  await expect(async () => {
    // As on return to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText('No saved metrics yet')).toBeAttached({ timeout: 500 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Save the metric' }).click();
  await expect(dialog.getByRole('alert')).toContainText('It may have been deleted');
  // A button that worked has kept the focus.
  await expect(dialog.getByRole('button', { name: 'Save the metric' })).toBeFocused();
  await expect(dialog.getByRole('combobox', { name: 'Name of entry 1 of the saved metric' })).toHaveValue('paid');
});

test('a saved metric that is changed elsewhere says so in its dialog, and Escape keeps what was edited', async ({
  server,
  open,
}) => {
  const path = '/api/projects/@current/saved_metrics/';
  const id = await server.create(path, { name: 'Orders', filters: bought });
  const page = await open('/experiments?tab=metrics');
  await page.getByRole('button', { name: 'Edit Orders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “Orders”' });
  await dialog.getByRole('button', { name: 'Remove entry 1 of the saved metric' }).click();
  await server.api('PATCH', `${path}${id}/`, { filters: { insight: 'TRENDS', events: [{ id: 'paid' }] } });
  await expect(async () => {
    // As on return to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(dialog.getByText('This metric was changed elsewhere')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(dialog.getByRole('status')).toContainText('Saving replaces the newer definition as a whole.');
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Load the newer version and discard my changes' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Name of entry 1 of the saved metric' })).toHaveValue('paid');
  await expect(dialog.getByRole('combobox', { name: /^Name of entry/ })).toHaveCount(1);
});

test('a metric is saved for reuse, used by another experiment as a guardrail, edited and unlinked', async ({
  server,
  open,
  visit,
}) => {
  const first = await make(server, { name: 'First', filters: bought });
  const second = await make(server, {
    name: 'Second',
    feature_flag_key: 'second',
    filters: { events: [{ id: 'viewed' }] },
  });

  // Save the metric of the first, by keyboard.
  const page = await open(setup(first.id));
  await page.getByRole('button', { name: 'Reuse of the primary metric' }).focus();
  await page.keyboard.press('Enter');
  await expectFocusIn(page.getByRole('menu'));
  await page.getByRole('menuitem', { name: 'Save for reuse…' }).press('Enter');
  const savedName = page.getByRole('textbox', { name: 'Name of the saved metric' });
  await expect(savedName).toHaveValue('events per person: “bought”; more is better');
  await savedName.fill('Orders');
  await page.keyboard.press('Enter');
  await expect(primary(page).getByText('Saved metric “Orders”.')).toBeVisible();
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  const list = (await server.api('GET', '/api/projects/@current/saved_metrics/')) as { results: { id: number }[] };
  const metric = list.results[0]?.id;
  expect((await saved(server, first.id)).filters).toEqual({ ...bought, benchtop: { saved_metric: metric } });

  // Use it in the second, as a guardrail.
  await visit(setup(second.id));
  await page.getByRole('button', { name: 'Add secondary metric' }).click();
  await page.getByRole('button', { name: 'Reuse of secondary metric 1' }).click();
  await page.getByRole('menuitem', { name: 'Orders' }).click();
  const card = page.getByRole('article', { name: 'Secondary metric 1' });
  await expect(card.getByText('Saved metric “Orders”.')).toBeVisible();
  await card.getByRole('checkbox', { name: 'Secondary metric 1 is a guardrail' }).check();
  await card.getByRole('textbox', { name: 'Margin of secondary metric 1' }).fill('5');
  await expectAccessible(page);
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect((await saved(server, second.id)).secondary_metrics).toEqual([
    { name: 'Orders', filters: { ...bought, benchtop: { saved_metric: metric, guardrail: { margin: 5 } } } },
  ]);

  // Edit it where all are listed; it cannot be deleted while it is used.
  await page.getByRole('button', { name: 'Reuse of the primary metric' }).click();
  await page.getByRole('menuitem', { name: 'Show saved metrics' }).click();
  const row = page.getByRole('row', { name: /Orders/ });
  await expect(row.getByRole('link')).toHaveText(['Second', 'First']);
  await expect(row.getByRole('button', { name: 'Delete Orders' })).toBeDisabled();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Edit Orders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit “Orders”' });
  await expect(dialog.getByText('2 drafts use this definition.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Name of entry 1 of the saved metric' }).fill('paid');
  await dialog.getByRole('button', { name: 'Save the metric' }).click();
  await expect(row).toContainText('“paid”');

  // Unlinked, the experiment keeps the definition and the guardrail.
  await visit(setup(second.id));
  await card.getByRole('button', { name: 'Make it this experiment’s own' }).click();
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect((await saved(server, second.id)).secondary_metrics).toMatchObject([
    { filters: { events: [{ id: 'paid' }], benchtop: { guardrail: { margin: 5 } } } },
  ]);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /^Search pages/ }).fill('saved metrics');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('link')).toHaveText(['First']);
});
