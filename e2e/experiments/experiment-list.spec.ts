import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { expose } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

const experiments = '/api/projects/@current/experiments/';
const bought = { events: [{ id: 'bought' }] };

type Made = { id: number; feature_flag: number };
const make = async (server: BenchtopServer, name: string, rest: object = {}) =>
  (await server.api('POST', experiments, {
    name,
    feature_flag_key: name.toLowerCase().replaceAll(' ', '-'),
    filters: bought,
    ...rest,
  })) as Made;
const change = (server: BenchtopServer, { id }: Made, update: object) =>
  server.api('PATCH', `${experiments}${id}/`, update);
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `More actions for ${name}` });

test('the list explains experiments, then shows the run and verdict of each', async ({ server, open, visit }) => {
  const page = await open('/experiments');
  await expect(page.getByRole('heading', { name: 'No experiments yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create your first experiment' })).toBeVisible();

  await expose(server, 'short-checkout', 'ada', 'test');
  await expose(server, 'short-checkout', 'grace', 'control');
  await make(server, 'Short checkout', {
    start_date: hoursAgo(50),
    parameters: { recommended_running_time: 14 },
  });
  await make(server, 'Green button');
  const running = page.getByRole('row', { name: /Short checkout/ });
  await expect(running).toContainText('Running');
  await expect(running).toContainText('day 3 of 14');
  await expect(running.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await expect(running).toContainText('Too early to say');
  const draft = page.getByRole('row', { name: /Green button/ });
  await expect(draft).toContainText('Draft');
  await draft.getByRole('link', { name: 'green-button' }).click();
  await expect(page.getByRole('heading', { name: 'green-button', level: 1 })).toBeVisible();
  await page.getByRole('note').getByRole('link', { name: 'Green button' }).click();
  await expect(page.getByRole('heading', { name: 'Green button', level: 1 })).toBeVisible();

  await test.step('a flag and an action link all experiments that use them, whatever their status', async () => {
    const action = (await server.api('POST', '/api/projects/@current/actions/', { name: 'Ordered' })) as { id: number };
    const metric = { filters: { actions: [{ id: action.id }] } };
    const flag = { feature_flag_key: 'blue-button', ...metric };
    await make(server, 'First blue', { ...flag, start_date: hoursAgo(9), end_date: hoursAgo(5), archived: true });
    const second = await make(server, 'Second blue', { ...flag, start_date: hoursAgo(4), end_date: hoursAgo(3) });
    await make(server, 'Third blue', flag);
    await visit(`/feature-flags/${second.feature_flag}`);
    await expect(page.getByRole('note')).toHaveText(
      'Draft experiment: Third blue. Also used in: Second blue (complete), First blue (complete)',
    );
    await visit(`/actions/${action.id}`);
    await expect(page.getByRole('note')).toContainText(
      'Used in: Third blue (draft), Second blue (complete), First blue (complete).',
    );
    await page.getByRole('note').getByRole('link', { name: 'First blue' }).click();
    await expect(page.getByRole('heading', { name: 'First blue', level: 1 })).toBeVisible();
  });
});

test('the list of flags links their experiments, and asks before one that runs loses its flag', async ({
  server,
  open,
  allowError,
}) => {
  await make(server, 'Short checkout', { start_date: hoursAgo(1) });
  const page = await open('/feature-flags');
  const row = page.getByRole('row', { name: /short-checkout/ });
  await expect(row.getByRole('link', { name: 'Short checkout', exact: true })).toBeVisible();
  await expect(row).not.toContainText('Experiment:');
  const turn = row.getByRole('switch', { name: 'Turned on: short-checkout' });
  const dialog = page.getByRole('dialog', { name: 'Turn off short-checkout?' });
  await turn.click({ force: true });
  await expect(dialog).toContainText('While it is off, nobody gets a variant, except by an override.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(turn).toBeChecked();
  await turn.click({ force: true });
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(turn).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(turn).toBeChecked();

  await page.getByRole('checkbox', { name: 'Select short-checkout' }).check();
  for (const [verb, effect] of [
    ['Turn off', 'Running on them: Short checkout. While a flag is off, nobody is exposed.'],
    ['Delete', 'Flags of running experiments are not deleted: Short checkout.'],
  ] as const) {
    await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: verb }).click();
    const asked = page.getByRole('dialog', { name: `${verb} 1 flag?` });
    await expect(asked).toContainText(effect);
    await asked.getByRole('button', { name: 'Cancel' }).click();
  }
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await expect(turn).toBeChecked();

  allowError(/status of 400/);
  await row.getByRole('button', { name: 'Actions for short-checkout' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Could not delete' })).toContainText(
    'The experiment "Short checkout" is running on this flag',
  );
  await row.getByRole('link', { name: 'Short checkout', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Short checkout', level: 1 })).toBeVisible();
});

test('search and filters narrow the list and are in the address', async ({ server, open, visit }) => {
  await make(server, 'Search on top', { start_date: hoursAgo(1) });
  await make(server, 'Search below');
  await make(server, 'Old checkout', { start_date: hoursAgo(9), end_date: hoursAgo(2), archived: true });
  const page = await open('/experiments');
  const names = page.getByRole('table', { name: 'Experiments' }).getByRole('rowheader');
  await expect(names).toHaveText(['Search below', 'Search on top']);
  await page.getByRole('searchbox', { name: 'Search names, hypotheses and keys' }).fill('search');
  await page.getByRole('combobox', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: 'Running' }).click();
  await expect(names).toHaveText(['Search on top']);
  // The status alone finds the same before typing has paused.
  await expect(page).toHaveURL(/search=search/);
  await page.reload();
  await expect(names).toHaveText(['Search on top']);
  await page.getByRole('combobox', { name: 'Archive filter' }).click();
  await page.getByRole('option', { name: 'Archived', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No matching experiment' })).toBeVisible();
  const none = 'No name, hypothesis or flag key contains “search” with these filters.';
  await expect(page.getByText(none)).toBeVisible();
  await visit('/experiments?status=complete');
  await expect(page.getByText('No experiment matches these filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Show all experiments' }).click();
  await expect(names).toHaveCount(2);
  await visit('/experiments?archived=true');
  await expect(page.getByRole('table', { name: 'Archived experiments' })).toContainText('Old checkout');
});

test('a row archives with undo, opens its copy, is deleted and restored', async ({ server, open }) => {
  await make(server, 'Short checkout', { start_date: hoursAgo(5), end_date: hoursAgo(1) });
  const page = await open('/experiments');
  await menuOf(page, 'Short checkout').click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByRole('heading', { name: 'All experiments are archived' })).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: '“Short checkout” is archived.' });
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /Short checkout/ })).toBeVisible();

  await menuOf(page, 'Short checkout').click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL(/\/experiments\/\d+\?tab=setup/);
  expect(await server.api('GET', `${experiments}?status=draft`)).toMatchObject({ count: 1 });

  await page.getByRole('link', { name: 'Experiments' }).first().click();
  const original = page.getByRole('row', { name: /Complete/ });
  await original.getByRole('button', { name: /^More actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Short checkout”?' });
  await expect(dialog).toContainText('You can restore it under deleted experiments.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(original).toHaveCount(0);
  expect(await server.api('GET', experiments)).toMatchObject({ count: 1 });

  await page.getByRole('combobox', { name: 'Archive filter' }).click();
  await page.getByRole('option', { name: 'Deleted' }).click();
  await page.getByRole('button', { name: 'Restore Short checkout' }).click();
  await expect(page.getByRole('heading', { name: 'No deleted experiments' })).toBeVisible();
  expect(await server.api('GET', experiments)).toMatchObject({ count: 2 });
});

test('a running experiment is deleted by its name as the page shows it', async ({ server, open }) => {
  await make(server, 'Two  spaces', { feature_flag_key: 'spaces', start_date: hoursAgo(1) });
  const page = await open('/experiments');
  await menuOf(page, 'Two spaces').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await dialog.getByRole('textbox').fill('Two spaces');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No experiments yet' })).toBeVisible();
});

test('a launch warns of unsaved changes until they are saved', async ({ server, open }) => {
  const made = await make(server, 'Short checkout');
  const page = await open(`/experiments/${made.id}`);
  await page.getByRole('textbox', { name: 'Hypothesis' }).fill('Fewer fields, more orders');
  await expect(page.getByRole('link', { name: 'Setup edited' })).toBeVisible();
  await page.getByRole('button', { name: 'Launch' }).click();
  const warnings = page.getByRole('region', { name: 'Check before launching' });
  await expect(warnings).toContainText('The setup has unsaved changes.');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('link', { name: 'Setup', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Launch' }).click();
  await expect(warnings).toContainText('There is no planned number of people');
  await expect(warnings).not.toContainText('saved');
  await expect(warnings).not.toContainText('hypothesis');
});

test('the history shows each change with before and after', async ({ server, open }) => {
  const made = await make(server, 'Short checkout', { description: 'Fewer fields, more orders' });
  await change(server, made, { start_date: hoursAgo(1) });
  const variants = [
    { key: 'control', rollout_percentage: 80 },
    { key: 'test', rollout_percentage: 20 },
  ];
  await change(server, made, { parameters: { feature_flag_variants: variants } });
  await change(server, made, { end_date: hoursAgo(0), conclusion: 'invalid' });
  const page = await open(`/experiments/${made.id}?tab=history`);
  const changes = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem');
  await expect(changes.filter({ hasText: 'Stopped' })).toContainText('conclusion: Invalid');
  await expect(changes.filter({ hasText: 'Weights changed' })).toContainText('control 80%, test 20%');
  await expect(changes.filter({ hasText: 'Created' })).toContainText('hypothesis: Fewer fields, more orders');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reset to draft…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset to draft' }).click();
  await expect(changes.filter({ hasText: 'Reset to draft' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Launch' })).toBeVisible();

  await page.getByRole('link', { name: 'Setup' }).click();
  await page.getByRole('textbox', { name: 'Hypothesis' }).fill('Not saved, and gone with it');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No experiments yet' })).toBeVisible();
});

test('experiments that no app requests are listed with their code', async ({ server, open }) => {
  await make(server, 'Short checkout');
  await make(server, 'Green button', { start_date: hoursAgo(1) });
  const page = await open('/experiments');
  await page.getByRole('link', { name: 'Without code 2' }).click();
  const list = page.getByRole('list', { name: 'Experiments without code' });
  await expect(list).toContainText('Green button');
  await list.getByRole('button', { name: 'Code for Short checkout' }).click();
  await expect(list.getByText("posthog.getFeatureFlag('short-checkout')")).toBeVisible();
  await list.getByRole('button', { name: 'Code for Short checkout' }).click();
  await expose(server, 'green-button', 'ada', 'test');
  await expect(list).not.toContainText('Green button');
});

test('the palette finds an experiment by its name and starts a new one', async ({ server, open }) => {
  const { id } = await make(server, 'Short checkout');
  const page = await open('/settings/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  const search = page.getByRole('combobox', { name: /^Search pages, experiments/ });
  await page.keyboard.press('Control+k');
  await search.fill('checkout');
  await page.getByRole('option', { name: /^Short checkout/ }).click();
  await expect(page).toHaveURL(new RegExp(`/experiments/${id}`));
  await page.keyboard.press('Control+k');
  await search.fill('new exp');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'New experiment', level: 1 })).toBeVisible();
});

test('a missing experiment says so, and links back', async ({ open, allowError }) => {
  allowError(/status of 404/);
  const page = await open('/experiments/4711');
  await expect(page.getByRole('alert')).toContainText('This experiment could not be loaded');
  await page.getByRole('link', { name: 'Experiments' }).last().click();
  await expect(page.getByRole('heading', { name: 'No experiments yet' })).toBeVisible();
});

test('the list and an experiment meet the accessibility rules in either theme', async ({
  server,
  open,
  page,
  visit,
}) => {
  await make(server, 'Green button');
  const ended = await make(server, 'Short checkout', { start_date: hoursAgo(9) });
  await expose(server, 'short-checkout', 'ada', 'test');
  await change(server, ended, { end_date: hoursAgo(0), conclusion: 'won', conclusion_comment: 'Ship it' });
  await open('/experiments');
  for (const path of ['/experiments', '/experiments?tab=missing', `/experiments/${ended.id}?tab=history`]) {
    await visit(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Running');
    await expectAccessible(page, path);
  }
});
