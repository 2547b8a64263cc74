import { setTimeout as wait } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { test, testApart } from '../fixtures.ts';
import { personalKey } from '../server.ts';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

testApart(
  'a project is created, renamed, switched to and deleted after its name is typed',
  async ({ open, visit, picture }) => {
    const page = await open('/feature-flags?search=checkout');
    await expect(page.getByRole('heading', { name: 'Flags', level: 1 })).toBeVisible();
    await visit('/feature-flags/new');
    const back = page.getByRole('main').getByRole('link', { name: 'Flags', exact: true });
    await expect(back).toHaveAttribute('href', /search=checkout/);
    await visit('/settings/projects');
    await page.getByLabel('New project').fill('Shop');
    await page.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('button', { name: 'Project: Shop' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeFocused();
    // The filters were those of the other project.
    await visit('/feature-flags/new');
    await expect(back).not.toHaveAttribute('href', /search=checkout/);
    await visit('/settings/projects');

    await page.getByRole('button', { name: 'Edit name of Shop' }).click();
    await page.getByRole('textbox', { name: 'name of Shop' }).fill('Shop staging');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Project: Shop staging' })).toBeVisible();
    await picture('settings-projects');

    await page.getByRole('button', { name: 'Delete Shop staging' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Shop staging?' });
    const confirm = dialog.getByRole('button', { name: 'Delete project' });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel('Type “Shop staging” to confirm').fill('Shop staging');
    // Longer than between two polls, which would be answered 404.
    await page.route(/\/api\/projects\/\d+\/$/, async (route) => {
      const response = await route.fetch();
      await wait(2500);
      await route.fulfill({ response });
    });
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await confirm.click();
    await deleted;
    await expect(dialog).toBeHidden();
    await expect(row(page, 'Shop staging')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Delete/ })).toBeDisabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test('a project key is issued, renamed, rotated and revoked, and only the valid one captures', async ({
  open,
  server,
}) => {
  const page = await open('/settings/project-keys');
  const capture = async (key: string | null) =>
    (await server.capture({ api_key: key, event: 'tried', distinct_id: 'qa' })).status;
  await page.getByLabel('New key').fill('iOS app');
  await page.getByRole('button', { name: 'Issue key' }).click();
  await page.getByRole('button', { name: 'Edit name of iOS app' }).click();
  await page.getByRole('textbox', { name: 'name of iOS app' }).fill('Android app');
  await page.getByRole('button', { name: 'Save' }).click();

  const value = row(page, 'Rotate').filter({ hasText: 'Android app' }).getByText(/^phc_/);
  await expect(value).toBeVisible();
  const first = await value.textContent();
  expect(await capture(first)).toBe(200);

  await page.getByRole('button', { name: 'Rotate Android app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await expect(value).not.toHaveText(first ?? '');
  const second = await value.textContent();
  expect(await capture(first)).toBe(401);
  expect(await capture(second)).toBe(200);

  await page.getByRole('button', { name: 'Revoke Android app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(page.getByRole('button', { name: 'Revoke Android app' })).toBeHidden();
  await expect(row(page, 'Android app').getByRole('button').first()).toBeFocused();
  expect(await capture(second)).toBe(401);
});

testApart(
  'a personal key is shown once and grants the access it was issued with',
  async ({ open, server, picture }) => {
    const { name: project } = (await server.api('GET', '/api/projects/@current/')) as { name: string };
    const page = await open('/settings/personal-keys');
    await page.getByLabel('New key').fill('CI');
    await page.getByRole('combobox', { name: 'Access' }).click();
    await page.getByRole('option', { name: 'Read', exact: true }).click();
    await page.getByRole('button', { name: 'Issue key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy CI now' });
    const key = await dialog.getByText(/^phx_/).textContent();
    await picture('settings-issued-key');
    // A key pressed without reading does not lose it.
    await expect(dialog.getByRole('button', { name: /^Copy/ })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'I copied the key' }).click();

    // By its prefix: a random key may contain the letters too.
    await expect(page.getByRole('row', { name: /^CI / })).toContainText(project);
    await expect(page.getByText(key ?? '')).toHaveCount(0);
    const ask = (method: string) =>
      fetch(`${server.url}/api/projects/`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        ...(method === 'POST' ? { body: '{"name":"No"}' } : {}),
      });
    expect((await ask('GET')).status).toBe(200);
    expect((await ask('POST')).status).toBe(403);

    await page.getByLabel('New key').fill('Every project');
    await page.getByRole('combobox', { name: 'Projects' }).click();
    await page.getByRole('option', { name: 'All projects' }).click();
    await expect(page.getByRole('combobox', { name: 'Projects' })).toHaveValue('All projects');
    await page.getByRole('button', { name: 'Issue key' }).click();
    await page.getByRole('button', { name: 'I copied the key' }).click();
    await expect(page.getByRole('row', { name: /^Every project / })).toContainText('All projects');
    await expect(page.getByRole('combobox', { name: 'Projects' })).toHaveValue(project);
  },
);

testApart(
  'rotating the key this window was opened with keeps the window open',
  async ({ server, page, allowError }) => {
    // Requests between the end of a key and the sign-in with the next are refused, and retried.
    allowError(/status of 401/);
    await page.goto(`${server.url}/settings/personal-keys`);
    await page.getByLabel('Or use a personal key').fill(personalKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: /^Rotate/ }).click();
    await expect(page.getByRole('dialog')).toContainText('This window uses this key');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
    await page.getByRole('button', { name: 'I copied the key' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Personal keys' })).toBeVisible();
    const old = await fetch(`${server.url}/api/projects/`, { headers: { Authorization: `Bearer ${personalKey}` } });
    expect(old.status).toBe(401);
  },
);

test('a user is added and edited, and a refused value is shown at its field', async ({ open, allowError }) => {
  allowError(/status of 400/);
  const page = await open('/settings/users');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email').fill('nonsense');
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(page.getByText('Enter an email address')).toBeVisible();
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(row(page, 'ada@example.com')).toContainText('Ada');

  await page.getByRole('button', { name: 'Edit Ada' }).click();
  await page.getByLabel('First name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const discard = page.getByRole('dialog', { name: 'Discard changes?' });
  await discard.getByRole('button', { name: 'Cancel' }).click();
  await expect(discard).toHaveCount(0);
  await page.getByRole('button', { name: 'Save user' }).click();
  await expect(row(page, 'ada@example.com')).toContainText('Ada Lovelace');

  await page.getByRole('link', { name: 'Projects' }).click();
  await page.getByLabel('New project').fill('x'.repeat(401));
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(page.getByRole('textbox', { name: 'New project' })).toHaveAccessibleDescription(/./);
});

test('a draft is lost by the edit of another row, or by leaving, only after a question', async ({ open }) => {
  const page = await open('/settings/users');
  const name = page.getByLabel('First name');
  const discard = page.getByRole('dialog', { name: 'Discard changes?' });
  await name.fill('Grace');
  await page.getByRole('button', { name: 'Add user' }).click();
  const edit = page.getByRole('button', { name: 'Edit Grace' });
  await expect(name).toHaveValue('');
  await name.fill('Hopper');
  await edit.click();
  await discard.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Hopper');
  await edit.click();
  await discard.getByRole('button', { name: 'Discard changes' }).click();
  await expect(name).toHaveValue('Grace');

  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  const settings = page.getByRole('navigation', { name: 'Settings' });
  await name.fill('Grace Hopper');
  for (const [link, field] of [
    ['Project keys', 'New key'],
    ['Personal keys', 'New key'],
    ['Projects', 'New project'],
    ['Masks', 'Property'],
    ['Users', 'First name'],
  ] as const) {
    await settings.getByRole('link', { name: link, exact: true }).click();
    await leave.getByRole('button', { name: 'Discard and leave' }).click();
    await expect(page.getByRole('heading', { name: link, level: 1 })).toBeVisible();
    await page.getByLabel(field).first().fill('draft');
  }
});

test('the server page names address and data folder, and the theme stays after a reload', async ({ open, server }) => {
  const page = await open('/settings/server');
  await expect(page.getByRole('main').getByText(server.url)).toBeVisible();
  await expect(page.getByText(server.dataDir)).toBeVisible();
  await page.getByRole('link', { name: 'Appearance' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
