import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import {
  experiments,
  item,
  make,
  nothingToSave,
  primary,
  save,
  saved,
  setup,
  split,
  step,
  visits,
} from '../experiment-setup.ts';
import { test } from '../fixtures.ts';

const flags = '/api/projects/@current/feature_flags/';

/** Returns the experiment in the address of the page. */
const idOf = (page: Page) => Number(/experiments\/(\d+)/.exec(page.url())?.[1]);

async function openJson(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await expect(page.getByRole('textbox', { name: /, as JSON$/ })).toBeVisible();
}

test('an experiment is created with the keyboard alone', async ({ server, open }) => {
  await visits(server);
  const page = await open('/experiments/new');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await page.keyboard.type('Kürzere Kasse!');
  await page.keyboard.press('Tab');
  const key = page.getByRole('combobox', { name: 'Flag key' });
  await expect(key).toBeFocused();
  await expect(key).toHaveValue('kurzere-kasse');
  await expect(page.getByText('Saving creates the flag kurzere-kasse')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await page.keyboard.type('One page brings more of them through.');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Tags', exact: true })).toBeFocused();
  await page.keyboard.type('checkout');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Owner' })).toBeFocused();

  await page.getByRole('textbox', { name: 'Key of variant 2' }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('one-page');

  await step(page, 1).focus();
  await page.keyboard.type('added');
  await expect(page.getByRole('option', { name: 'added to cart' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Add step to the primary metric' }).focus();
  await page.keyboard.press('Enter');
  await expect(step(page, 2)).toBeFocused();
  await page.keyboard.type('order placed');
  await page.keyboard.press('Escape');
  await expect(primary(page)).toContainText('2 of 8 active people did it');
  await expect(primary(page)).toContainText(
    'Of everyone active, within 14 days of their first event in these 14 days. Results count exposed people, from their exposure.',
  );
  await expect(item(page, 'The metric has data')).toContainText('2 of 8 active people did it in the last 14 days');
  await expect(primary(page).getByRole('list', { name: 'People who came to each step' })).toHaveText(
    /8 active\s*4 step 1\s*2 step 2/,
  );

  await page.getByRole('textbox', { name: 'Minimum detectable effect' }).focus();
  await page.keyboard.type('20');
  await expect(page.getByText('People in total')).toBeVisible();
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Kürzere Kasse!' })).toBeVisible();
  await expect(nothingToSave(page)).toBeVisible();
  expect(await saved(server, idOf(page))).toMatchObject({
    name: 'Kürzere Kasse!',
    description: 'One page brings more of them through.',
    feature_flag_key: 'kurzere-kasse',
    start_date: null,
    tags: ['checkout'],
    owner_id: 1,
    parameters: {
      feature_flag_variants: [
        { key: 'control', rollout_percentage: 50 },
        { key: 'one-page', rollout_percentage: 50 },
      ],
      minimum_detectable_effect: 20,
      recommended_sample_size: expect.any(Number),
    },
    filters: { insight: 'FUNNELS', events: [{ id: 'added to cart' }, { id: 'order placed' }] },
  });
});

test('the key of an existing flag links that flag, with its variants and its audience', async ({ server, open }) => {
  const flagId = await server.create(flags, {
    key: 'search',
    filters: {
      groups: [{ rollout_percentage: 40 }],
      multivariate: { variants: split(30, 70) },
      payloads: { test: '{"boost":2}' },
    },
  });
  await server.api('POST', flags, { key: 'plain' });
  const page = await open('/experiments/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Better search');
  const key = page.getByRole('combobox', { name: 'Flag key' });
  await key.fill('plain');
  await expect(page.getByRole('status').filter({ hasText: 'The flag has no variants.' })).toBeVisible();
  await expect(item(page, 'Flag')).toContainText('The flag has no variants.');
  await key.fill('sea');
  await page.getByRole('option', { name: 'search' }).click();
  await expect(page.getByText('Links the existing flag search')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Weight of variant 2' })).toHaveValue('70%');

  const rollout = page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' });
  await expect(rollout).toHaveValue('40%');
  await rollout.fill('80');
  // Creating replaces the page, with the JSON open on it.
  await openJson(page);
  await save(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Better search' })).toBeVisible();
  await expect(nothingToSave(page)).toBeVisible();
  expect(await server.api('GET', `${flags}${flagId}/`)).toMatchObject({
    active: true,
    filters: {
      groups: [{ rollout_percentage: 80 }],
      multivariate: { variants: split(30, 70) },
      payloads: { test: '{"boost":2}' },
    },
  });
  await expect(rollout).toHaveValue('80%');
});

test('a refused value is shown at its field, and typed input stays', async ({ server, open, allowError, visit }) => {
  allowError(/status of 400/);
  await make(server, { name: 'First', start_date: '2026-01-01' });
  const { id } = await make(server, { feature_flag_key: 'second', start_date: '2026-01-01' });
  const page = await open(setup(id));
  await page.getByRole('button', { name: 'Filter all of the primary metric' }).click();
  await page.getByRole('menuitem', { name: 'Property of the person' }).click();
  await page.keyboard.type('email');
  await page.getByRole('combobox', { name: /^Operator of property 1/ }).click();
  await page.getByRole('option', { name: 'matches regex', exact: true }).click();
  const pattern = page.getByRole('textbox', { name: /^Value of property 1/ });
  await pattern.fill('user[0-');
  await save(page);
  await expect(pattern).toBeFocused();
  await expect(pattern).toHaveAttribute('aria-invalid', 'true');
  await expect(pattern).toHaveValue('user[0-');
  await pattern.fill('user[0-9]');

  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(' ');
  await save(page);
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Enter a name for the experiment.');
  await name.fill('Renamed');
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect(await saved(server, id)).toMatchObject({
    name: 'Renamed',
    filters: { properties: [{ key: 'email', operator: 'regex', value: 'user[0-9]', type: 'person' }] },
  });

  // The flag of a running experiment cannot be another's.
  await visit('/experiments/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Third');
  await page.getByRole('combobox', { name: 'Flag key' }).fill('checkout');
  await expect(page.getByText('The experiment “First” uses the flag.').first()).toBeVisible();
  await save(page);
  await expect(page.getByText('The experiment "First" uses this flag')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Flag key' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Third');
});

test('weights are divided among two to ten variants, and must sum to 100', async ({ server, open }) => {
  const { id } = await make(server, {});
  const page = await open(setup(id));
  const weight = (number: number) => page.getByRole('textbox', { name: `Weight of variant ${number}` });
  await expect(page.getByRole('textbox', { name: 'Key of variant 1' })).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Remove variant control' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove variant test' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Key of variant 2' })).toHaveValue('test');

  const add = page.getByRole('button', { name: 'Add variant' });
  await add.click();
  await expect(weight(1)).toHaveValue('34%');
  await weight(1).fill('50');
  await expect(page.getByText('Sum 116%: 16% too much. It must be 100%.')).toBeVisible();
  await expect(item(page, 'Variants')).toContainText('must sum to 100, not 116');
  await save(page);
  await expect(weight(1)).toBeFocused();
  await page.getByRole('button', { name: 'Split evenly' }).click();
  await expect(page.getByText('Sum 100%')).toBeVisible();
  for (let count = 4; count <= 10; count++) await add.click();
  await expect(weight(10)).toHaveValue('10%');
  await expect(add).toBeDisabled();
  await page.getByRole('button', { name: 'Remove variant test-9' }).click();
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect((await saved(server, id)).parameters.feature_flag_variants).toHaveLength(9);
});

test('unsaved work is not left by accident, nor overwritten unseen', async ({ server, open }) => {
  const { id } = await make(server, { parameters: { team: 'growth' } });
  const page = await open(setup(id));
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Renamed');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(name).toBeHidden();
  await page.getByRole('link', { name: 'Setup' }).click();
  await expect(name).toHaveValue('Renamed');
  await page.getByRole('link', { name: 'Flags', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Renamed');

  await server.api('PATCH', `${experiments}${id}/`, { parameters: { team: 'core' } });
  await expect(page.getByText('was changed elsewhere since you opened it')).toBeVisible();
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect(await saved(server, id)).toMatchObject({ name: 'Renamed', parameters: { team: 'core' } });

  await name.fill('Another');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(name).toHaveValue('Renamed');
  await openJson(page);
  await page.getByRole('link', { name: 'Flags', exact: true }).click();
  await expect(page).toHaveURL(/feature-flags/);
  await expect(page.getByRole('heading', { name: 'Flags', level: 1 })).toBeVisible();
});

test('once started, keys are fixed and weights are changed with a warning', async ({ server, open }) => {
  const { id, feature_flag: flagId } = await make(server, { start_date: '2026-01-01' });
  const page = await open(setup(id));
  await expect(page.getByRole('textbox', { name: 'Flag key' })).not.toBeEditable();
  await expect(page.getByText('Fixed since the launch. Its flag is')).toBeVisible();
  await expect(page.getByText('Choosing a metric after a look makes a false result more likely.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Key of variant 2' })).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Add variant' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Weight of variant 1' }).fill('10');
  await page.getByRole('textbox', { name: 'Weight of variant 2' }).fill('90');
  await expect(page.getByText('some people get another variant than before')).toBeVisible();
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect(await server.api('GET', `${flags}${flagId}/`)).toMatchObject({
    filters: { multivariate: { variants: split(10, 90) } },
  });

  // Refused while it runs, the flag is deleted between two runs.
  await server.api('PATCH', `${experiments}${id}/`, { end_date: new Date().toISOString() });
  await server.api('PATCH', `${flags}${flagId}/`, { deleted: true });
  await server.api('PATCH', `${experiments}${id}/`, { end_date: null });
  await expect(
    page.getByRole('status').filter({ hasText: 'The flag is deleted, so apps no longer get it.' }),
  ).toBeVisible();
  await expect(page.getByText('Nobody takes part while the flag is deleted.')).toBeVisible();
});

test('the checklist says what is left, and leads there', async ({ server, open }) => {
  // The list of experiments without code leaves out archived ones.
  const { id } = await make(server, { archived: true });
  const page = await open(setup(id));
  await expect(item(page, 'Code seen')).toContainText('No app has requested the flag');
  await item(page, 'Primary metric').getByRole('button').press('Enter');
  await expect(primary(page)).toBeInViewport();
  await item(page, 'Plan').getByRole('button').click();
  await expect(page.getByRole('textbox', { name: 'Minimum detectable effect' })).toBeFocused();
  await server.capture({ distinct_id: 'ada', flag_keys_to_evaluate: ['checkout'] }, '/flags/?v=2');
  await expect(item(page, 'Code seen')).toContainText('An app requests the flag');
});

test('axe finds nothing in the editor, in either theme', async ({ server, open, page, pictures }) => {
  await visits(server);
  const { id } = await make(server, {
    parameters: { minimum_detectable_effect: 20 },
    filters: {
      events: [{ id: 'viewed', properties: [{ key: 'plan', value: ['pro'], type: 'person' }] }, { id: 'order placed' }],
    },
    secondary_metrics: [{ name: 'Views', filters: { insight: 'TRENDS', events: [{ id: 'nothing' }] } }],
  });
  await open(setup(id));
  await expect(page.getByRole('img', { name: /^Power by true change/ })).toBeVisible();
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await pictures('experiment-editor');
  await expectAccessible(page);
});
