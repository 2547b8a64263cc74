import { expect } from '@playwright/test';
import { make, nothingToSave, patchesOf, save, setup, split } from './experiment-setup.ts';
import { test } from './fixtures.ts';

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
