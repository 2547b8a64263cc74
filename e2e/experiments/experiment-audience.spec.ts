import { expect } from '@playwright/test';
import { experiments, item, make, nothingToSave, patchesOf, save, setup, split, visits } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';

const flags = '/api/projects/@current/feature_flags/';

test('another key keeps the audience, whether the flag is renamed or a new one is created', async ({
  server,
  open,
}) => {
  const { id, feature_flag: flagId } = await make(server, {});
  const filters = { groups: [{ rollout_percentage: 25 }], multivariate: { variants: split(50, 50) } };
  await server.api('PATCH', `${flags}${flagId}/`, { filters });
  const page = await open(setup(id));
  const rollout = page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' });
  await expect(rollout).toHaveValue('25%');
  await page.getByRole('combobox', { name: 'Flag key' }).fill('checkout-2');
  await expect(page.getByText('No flag has the key checkout-2.')).toBeVisible();
  await expect(rollout).toHaveValue('25%');
  await rollout.fill('30');
  const patches = patchesOf(page);
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect(patches).toEqual([`/api/projects/${server.project.id}/experiments/${id}/`]);
  expect(await server.api('GET', `${flags}${flagId}/`)).toMatchObject({
    key: 'checkout-2',
    filters: { groups: [{ rollout_percentage: 30 }] },
  });
});

test('a refused audience is shown at its field, and nothing of the experiment is saved', async ({
  server,
  open,
  allowError,
}) => {
  allowError(/status of 400/);
  const { id, feature_flag: flagId } = await make(server, {});
  const filters = { groups: [{ rollout_percentage: 25, variant: 'test' }], multivariate: { variants: split(50, 50) } };
  await server.api('PATCH', `${flags}${flagId}/`, { filters });
  const page = await open(setup(id));
  await page.getByRole('textbox', { name: 'Key of variant 2' }).fill('one-page');
  await page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' }).fill('30');
  await save(page);
  await expect(page.getByText('must be the key of a variant of this flag; got "test".')).toBeVisible();
  expect(await server.api('GET', `${flags}${flagId}/`)).toMatchObject({ version: 2, filters });
});

test('an audience without a known person says so in place of a plan', async ({ server, open }) => {
  await visits(server);
  const filters = { events: [{ id: 'order placed' }] };
  const { id } = await make(server, { filters, parameters: { minimum_detectable_effect: 10 } });
  const page = await open(setup(id));
  const plan = page.getByRole('region', { name: 'Plan', exact: true });
  await expect(plan.getByText('People in total')).toBeVisible();
  await page.getByRole('button', { name: 'Add property to condition 1' }).click();
  await page.getByRole('combobox', { name: 'Name of property 1 of condition 1' }).fill('plan');
  await expect(item(page, 'Audience')).toContainText('Fix the marked fields.');
  await expect(item(page, 'Primary metric')).not.toContainText('Fix');
  await page.getByRole('combobox', { name: 'Value of property 1 of condition 1' }).fill('gold');
  await page.keyboard.press('Enter');
  const reached = page.getByText('reaches about 0 of 8 known people');
  await expect(reached).toBeVisible();
  // Of an incomplete condition it is unknown.
  await page.getByRole('button', { name: 'Add property to condition 1' }).click();
  await expect(page.getByText('Complete the audience to plan the days.')).toBeVisible();
  await expect(reached).toBeHidden();
  await page.getByRole('button', { name: 'Remove property 2 of condition 1' }).click();
  await expect(reached).toBeVisible();
  await expect(plan).toContainText('The audience reaches no known person, so the people per day are unknown.');
});

for (const [state, minutes] of [
  ['running', 0],
  ['scheduled', 60],
] as const) {
  test(`a name that leads to the flag of a ${state} experiment says so before anything is saved`, async ({
    server,
    open,
  }) => {
    const { id } = await make(server, {});
    await server.api('PATCH', `/api/projects/@current/experiments/${id}/`, {
      start_date: new Date(Date.now() + minutes * 60_000).toISOString(),
    });
    const page = await open('/experiments/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Checkout');
    const taken = 'The experiment “Checkout” uses the flag. Stop or reset it, or choose another key.';
    await expect(item(page, 'Flag')).toContainText(taken);
    await expect(page.getByRole('status').filter({ hasText: taken })).toBeVisible();
    await page.getByRole('combobox', { name: 'Flag key' }).focus();
    await expect(page.getByRole('option')).toHaveCount(0);
  });
}

test('new weights are noted by the results of a run, and no longer after its end', async ({ server, open }) => {
  const { id } = await make(server, {});
  await server.api('PATCH', `${experiments}${id}/`, { start_date: 'now' });
  const page = await open(setup(id));
  await page.getByRole('textbox', { name: 'Weight of variant 1' }).fill('40');
  const noted = page.getByText('With new weights some people');
  await expect(noted).toBeVisible();
  await server.api('PATCH', `${experiments}${id}/`, { end_date: 'now' });
  await expect(page.getByText('Variant keys are fixed since the launch')).toBeVisible();
  await expect(noted).toHaveCount(0);
});
