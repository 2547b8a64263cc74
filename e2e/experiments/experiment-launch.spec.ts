import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { experiments, item, make, patchesOf, save, saved, setup, split } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';

const flag = (id: number) => `/api/projects/@current/feature_flags/${id}/`;
const ready = {
  description: 'Fewer fields, more orders',
  filters: { events: [{ id: 'bought' }] },
  parameters: { recommended_sample_size: 4000 },
};
const warningsOf = (page: Page) => page.getByRole('region', { name: 'Check before launching' }).getByRole('listitem');
const openDialog = (page: Page) => page.getByRole('button', { name: 'Launch' }).click();

test('the checklist and the launch dialog have the same warnings, in the same words', async ({
  server,
  open,
  picturesInSizes,
}) => {
  const { id, feature_flag: flagId } = await make(server, {});
  await server.api('PATCH', flag(flagId), {
    filters: { groups: [], multivariate: { variants: split(100, 0) } },
  });
  const page = await open(setup(id));
  const warned = {
    Hypothesis: 'There is no hypothesis to compare the results with.',
    Variants: 'Nobody gets “test” at random: its weight is 0%.',
    Audience: 'No condition of the flag reaches anybody. Only people with an override get a variant.',
    'Primary metric': 'There is no primary metric, so the results cannot have a verdict.',
    'Code seen': 'No app has requested the flag by its name in the last 7 days.',
  };
  for (const [title, words] of Object.entries(warned)) await expect(item(page, title)).toContainText(words);
  await expect(item(page, 'Plan')).toHaveAttribute('data-state', 'todo');
  await picturesInSizes('launch-checklist');
  await item(page, 'Audience').getByRole('button').click();
  await expect(page.locator('[data-part="audience"] :focus')).toHaveCount(1);
  await item(page, 'Hypothesis').getByRole('button').press('Enter');
  await expect(page.getByRole('textbox', { name: 'Hypothesis' })).toBeFocused();
  await openDialog(page);
  await expect(warningsOf(page)).toHaveCount(6);
  for (const words of Object.values(warned)) await expect(warningsOf(page).filter({ hasText: words })).toBeVisible();
  await expect(warningsOf(page).last()).toHaveText('There is no hypothesis to compare the results with.');
  await picturesInSizes('launch-warnings');
  await expectAccessible(page);
});

test('the dialog shows warnings that end with a save until then', async ({ server, open }) => {
  const { id } = await make(server, { ...ready, description: '' });
  await server.capture({ distinct_id: 'ada', flag_keys_to_evaluate: ['checkout'] }, '/flags/?v=2');
  const page = await open(setup(id));
  await expect(item(page, 'Hypothesis')).toContainText('no hypothesis');
  await page.getByRole('textbox', { name: 'Hypothesis' }).fill('Fewer fields');
  await expect(item(page, 'Hypothesis')).toHaveText(/^Hypothesis$/);
  await openDialog(page);
  await expect(warningsOf(page)).toHaveText([/^The setup has unsaved changes/, /^There is no hypothesis/]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await save(page);
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  await openDialog(page);
  await expect(page.getByRole('dialog')).toContainText('Turns on the flag checkout.');
  await expect(warningsOf(page)).toHaveCount(0);
});

test('a launch in a window that does not know of one elsewhere keeps its start', async ({ server, open }) => {
  const { id } = await make(server, ready);
  const page = await open(setup(id));
  await openDialog(page);
  const start = new Date(Date.now() - 3_600_000).toISOString();
  await server.api('PATCH', `${experiments}${id}/`, { start_date: start });
  await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
  await expect(page.getByRole('group', { name: 'Results' })).toBeFocused();
  expect(await saved(server, id)).toMatchObject({ start_date: start });
});

test('a button that works keeps the focus, shows it in its middle, and works once', async ({ server, open }) => {
  const { id } = await make(server, ready);
  const page = await open(setup(id));
  await openDialog(page);
  const button = page.getByRole('dialog').getByRole('button', { name: 'Launch' });
  const sent = patchesOf(page);
  const held = Promise.withResolvers<void>();
  await page.route(`**/experiments/${id}/`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await button.press('Enter');
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toBeFocused();
  const [outer, inner] = [await button.boundingBox(), await button.locator('[aria-hidden]').boundingBox()];
  const middleOf = (box: typeof outer) => (box === null ? Number.NaN : box.y + box.height / 2);
  expect(Math.abs(middleOf(outer) - middleOf(inner))).toBeLessThan(2);
  await page.keyboard.press('Enter');
  held.resolve();
  await expect(page.getByRole('group', { name: 'Results' })).toBeFocused();
  expect(sent).toHaveLength(1);
});

test('code that requests the old key does not count for a new one', async ({ server, open }) => {
  const { id } = await make(server, ready);
  await server.capture({ distinct_id: 'ada', flag_keys_to_evaluate: ['checkout'] }, '/flags/?v=2');
  const page = await open(setup(id));
  await expect(item(page, 'Code seen')).toContainText('An app requests the flag');
  await page.getByRole('combobox', { name: 'Flag key' }).fill('checkout-2');
  await expect(item(page, 'Code seen')).toContainText('Save to see whether an app requests checkout-2.');
  await page.keyboard.press('Escape');
  await save(page);
  await expect(item(page, 'Code seen')).toContainText('No app has requested the flag');
});

test('a flag that an experiment cannot use is named before the launch, which is refused', async ({
  server,
  open,
  allowError,
}) => {
  allowError(/status of 400/);
  const { id, feature_flag: flagId } = await make(server, ready);
  await server.api('PATCH', flag(flagId), { filters: { multivariate: null } });
  const page = await open(setup(id));
  const unfit = 'The flag has no variants. Add control and another one to the flag, or choose another key.';
  await expect(item(page, 'Flag')).toContainText(unfit);
  await expect(page.getByRole('status').filter({ hasText: unfit })).toBeVisible();
  await openDialog(page);
  await expect(warningsOf(page).first()).toHaveText(unfit);
  await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
  await expect(page.getByRole('dialog')).toContainText('The flag "checkout" has no variants.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await server.api('PATCH', flag(flagId), { deleted: true });
  await expect(item(page, 'Flag')).toContainText('The flag is deleted');
  await expect(item(page, 'Audience')).toHaveCount(0);
});

test('other users of the flag, and overrides, are in the dialog', async ({ server, open }) => {
  const { id, feature_flag: flagId } = await make(server, ready);
  const second = await make(server, { ...ready, name: 'Second' });
  await server.api('PATCH', `${experiments}${second.id}/`, { start_date: new Date().toISOString() });
  await server.api('POST', `${flag(flagId)}overrides/`, { distinct_id: 'ada', value: 'test' });
  const page = await open(setup(id));
  await expect(item(page, 'Flag')).toContainText('The experiment “Second” uses the flag.');
  await openDialog(page);
  await expect(page.getByRole('dialog')).toContainText('Uses the flag checkout.');
  await expect(warningsOf(page)).toHaveText([
    'The experiment “Second” uses the flag. Stop or reset it, or choose another key.',
    /^No app has requested the flag/,
    'The flag has an override, which replaces the random split for that person.',
    'The flag is already on. After the start, people count from the next time their app requests it.',
  ]);
});

test('a launch of an experiment that was launched and stopped elsewhere does not say that it runs', async ({
  server,
  open,
}) => {
  const { id } = await make(server, {});
  const page = await open(`/experiments/${id}`);
  await page.getByRole('button', { name: 'Launch' }).click();
  const dialog = page.getByRole('dialog', { name: /^Launch/ });
  await expect(dialog.getByRole('img', { name: /^Split/ })).toBeVisible();
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await server.api('PATCH', `${experiments}${id}/`, { start_date: at(9), end_date: at(5) });
  await dialog.getByRole('button', { name: 'Launch' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Ended without a conclusion');
  // A later notice shows that an earlier one would be visible.
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await expect(page.getByText('is running.')).toHaveCount(0);
});
