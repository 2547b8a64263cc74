import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test, testApart } from '../fixtures.ts';

const section = (page: Page) => page.getByRole('region', { name: /^Old events of/ });
const save = (page: Page) => section(page).getByRole('button', { name: 'Save' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete events after 90 days?' });

test('events are kept until somebody says for how many days, and confirms what that deletes', async ({
  server,
  open,
  pictures,
}) => {
  await server.capture({ event: 'paid', distinct_id: 'ann' });
  const page = await open('/settings/projects');
  await expect(section(page).getByRole('radio', { name: 'Keep all' })).toBeChecked();
  await expect(save(page)).toBeDisabled();

  await section(page).getByText('Delete', { exact: true }).click();
  await section(page).getByRole('textbox', { name: 'Days to keep' }).fill('7');
  await save(page).click();
  await expect(section(page)).toContainText('Enter a whole number from 30 to 3650.');
  await section(page).getByRole('textbox', { name: 'Days to keep' }).fill('90');
  await expectAccessible(page, 'how long events are kept');
  await pictures('retention');

  await save(page).click();
  await expect(dialog(page)).toContainText('No event is deleted now.');
  await expect(dialog(page)).toContainText(
    'From then on, once a day, events that arrived more than 90 days ago are deleted.',
  );
  await pictures('retention-confirm');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(Object(await server.api('GET', '/api/projects/@current/event_retention/')).keep_days).toBeNull();

  await save(page).click();
  await dialog(page).getByRole('button', { name: 'Delete after 90 days' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  await expect(section(page).getByRole('textbox', { name: 'Days to keep' })).toHaveValue('90');
  await expect(save(page)).toBeDisabled();

  await section(page).getByText('Keep all').click();
  await save(page).click();
  // The button is off while it saves, too.
  const days = async () => Object(await server.api('GET', '/api/projects/@current/event_retention/')).keep_days;
  await expect.poll(days).toBeNull();
  await expect(save(page)).toBeDisabled();
});

testApart('what another window saves is shown, and replaces no draft', async ({ server, open }) => {
  const path = '/api/projects/@current/event_retention/';
  const keepElsewhere = (keep_days: number | null) => server.api('PATCH', path, { keep_days });
  const page = await open('/settings/projects');
  const days = section(page).getByRole('textbox', { name: 'Days to keep' });
  const choose = (name: string) => section(page).getByText(name, { exact: true }).click();
  await expect(section(page)).toContainText('All events are kept.');
  await choose('Delete');
  await days.fill('90');
  await choose('Keep all');
  await choose('Delete');
  await expect(days).toHaveValue('90');
  await choose('Keep all');
  await keepElsewhere(365);
  await expect(days).toHaveValue('365');
  await expect(save(page)).toBeDisabled();
  await choose('Keep all');
  await keepElsewhere(370);
  await expect(section(page)).toContainText('Events that arrived more than 370 days ago are deleted.');
  await choose('Delete');
  await expect(days).toHaveValue('370');
  await expect(save(page)).toBeDisabled();
  await days.fill('90');
  await keepElsewhere(null);
  await expect(section(page)).toContainText('All events are kept.');
  await expect(days).toHaveValue('90');
  await save(page).click();
  await expect(dialog(page)).toContainText('No event is deleted now.');
  await keepElsewhere(400);
  await expect(section(page)).toContainText('Events that arrived more than 400 days ago are deleted.');
  await dialog(page).getByRole('button', { name: 'Delete after 90 days' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(section(page)).toContainText('Events that arrived more than 90 days ago are deleted.');

  await choose('Keep all');
  await choose('Delete');
  await expect(save(page)).toBeDisabled();
  const start_date = new Date(Date.now() - 100 * 86_400_000).toISOString();
  const launch = { name: 'Checkout', feature_flag_key: 'checkout', start_date };
  await server.api('POST', '/api/projects/@current/experiments/', launch);
  await expect(section(page)).toContainText('Otherwise, events that arrived more than 90 days ago are deleted.');
  await page.getByRole('link', { name: 'Project keys' }).click();
  await expect(page.getByRole('heading', { name: 'Project keys', level: 1 })).toBeVisible();
});
