import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './fixtures.ts';
import { hold } from './hold.ts';
import { detail, row } from './live-page.ts';
import type { BenchtopServer } from './server.ts';

const pro = { key: 'plan', value: 'pro', type: 'person' };

/** Creates Ada of two ids on the free plan, a flag for people on pro, an experiment that counts her, and an action. */
async function prepare(server: BenchtopServer): Promise<void> {
  const root = `/api/projects/${server.project.id}/`;
  await server.api('POST', `${root}feature_flags/`, {
    key: 'new-checkout',
    filters: { groups: [{ properties: [pro] }], payloads: { true: '{"steps": 2}' } },
  });
  await server.api('POST', `${root}feature_flags/`, { key: 'dark-mode', active: false, filters: { groups: [{}] } });
  await server.api('POST', `${root}experiments/`, {
    name: 'Pricing page',
    feature_flag_key: 'pricing',
    start_date: new Date(Date.now() - 86_400_000).toISOString(),
    filters: { insight: 'TRENDS', events: [{ id: 'paid' }] },
  });
  await server.api('POST', `${root}actions/`, { name: 'Paid', steps: [{ event: 'paid' }] });
  await server.api('POST', `${root}actions/`, { name: 'Paid on pro', steps: [{ event: 'paid', properties: [pro] }] });
  const called = (value: string) => ({
    event: '$feature_flag_called',
    distinct_id: 'ada',
    properties: { $feature_flag: 'pricing', $feature_flag_response: value },
  });
  const $set = { email: 'ada@example.com', plan: 'free' };
  const identified = { event: '$identify', distinct_id: 'ada', properties: { $anon_distinct_id: 'ada-phone', $set } };
  await server.capture({ batch: [identified, called('test'), { event: 'paid', distinct_id: 'ada' }] }, '/batch/');
}

const cellsOf = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });
const flagRow = (page: Page, name: string) => cellsOf(page, 'Flags of the preview', name);

async function expectUnknown(page: Page, group: Locator): Promise<void> {
  await expect(group).toHaveValue('');
  await expect(group).not.toHaveAttribute('placeholder');
  await expect(page.getByRole('button', { name: 'Use', exact: true })).toBeDisabled();
}

test('a preview that is loading names no group', async ({ server, open, page }) => {
  await server.capture({
    event: '$groupidentify',
    distinct_id: 'ada',
    properties: { $group_type: 'company', $group_key: 'acme' },
  });
  const $groups = { company: 'acme' };
  await server.capture({ event: 'paid', distinct_id: 'ada', properties: { $groups } });
  const preview = await hold(page, (route) => route.request().url().includes('/preview/'));
  await open('/persons');
  await page.getByRole('link', { name: 'Preview ada' }).click();
  await preview.isHeld;
  await expect(page.getByRole('combobox', { name: 'Property' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Distinct id' })).toBeVisible();
  const company = page.getByRole('textbox', { name: 'company' });
  await expectUnknown(page, company);
  preview.release();
  await expect(company).toHaveValue('acme');
});

test('another distinct id shows no group of the one before', async ({ server, open, page }) => {
  const group = { $group_type: 'company', $group_key: 'acme' };
  await server.capture({ event: '$groupidentify', distinct_id: 'ada', properties: group });
  const identified = { event: '$identify', distinct_id: 'ada', properties: { $anon_distinct_id: 'ada-phone' } };
  const paid = { event: 'paid', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } };
  await server.capture({ batch: [identified, paid] }, '/batch/');
  await open('/persons');
  await page.getByRole('link', { name: 'Preview ada' }).click();
  const company = page.getByRole('textbox', { name: 'company' });
  await expect(company).toHaveValue('acme');
  const preview = await hold(page, (route) => route.request().url().includes('distinct_id=ada-phone'));
  await page.getByRole('combobox', { name: 'Distinct id' }).click();
  await page.getByRole('option', { name: 'ada-phone' }).click();
  await preview.isHeld;
  await expect(page.getByRole('combobox', { name: 'Distinct id' })).toHaveValue('ada-phone');
  await expectUnknown(page, company);
  preview.release();
  await expect(company).toHaveAttribute('placeholder', 'None');
});

test('a preview without an id shows nothing of the id before', async ({ server, open, visit, page }) => {
  const group = { $group_type: 'company', $group_key: 'acme' };
  await server.capture({ event: '$groupidentify', distinct_id: 'ada', properties: group });
  const identified = { event: '$identify', distinct_id: 'ada', properties: { $anon_distinct_id: 'ada-phone' } };
  const paid = { event: 'paid', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } };
  await server.capture({ batch: [identified, paid, { event: 'seen', distinct_id: 'ada-phone' }] }, '/batch/');
  const path = `/persons/${await server.onlyPerson()}?tab=preview`;
  await open(`${path}&id=ada`);
  const company = page.getByRole('textbox', { name: 'company' });
  await expect(company).toHaveValue('acme');
  const preview = await hold(page, (route) => /\/preview\/(?!.*distinct_id=ada)/.test(route.request().url()));
  await visit(path);
  await preview.isHeld;
  await expectUnknown(page, company);
  await expect(page.getByRole('combobox', { name: 'Distinct id' })).toHaveValue('');
  preview.release();
  await expect(company).toHaveAttribute('placeholder', 'None');
  await expect(page.getByRole('combobox', { name: 'Distinct id' })).toHaveValue('ada-phone');
});

test('a preview with other properties is kept in the address', async ({ server, open, picture, picturesInSizes }) => {
  await prepare(server);
  const page = await open('/persons');
  await page.getByRole('link', { name: 'Preview ada@example.com' }).click();
  await expect(page.getByRole('heading', { name: 'ada@example.com', level: 1 })).toBeVisible();
  await expect(flagRow(page, 'new-checkout')).toContainText('off');
  await expect(flagRow(page, 'new-checkout')).toContainText('Its condition did not match.');
  await expect(flagRow(page, 'dark-mode')).toContainText('The flag is turned off');
  await expect(cellsOf(page, 'Experiments of the preview', 'Pricing page')).toContainText('test');
  await expect(cellsOf(page, 'Matched actions of the preview', 'Paid')).toContainText('1');
  await picture('preview-stored');

  await page.getByRole('combobox', { name: 'Property' }).fill('plan');
  await expect(page.getByRole('textbox', { name: 'Value' })).toHaveValue('free');
  await page.getByRole('textbox', { name: 'Value' }).fill('pro');
  await page.keyboard.press('Enter');
  await expect(flagRow(page, 'new-checkout')).toContainText('off with stored properties');
  await expect(flagRow(page, 'new-checkout')).toContainText('{"steps": 2}');
  await expect(page.getByRole('status').filter({ hasText: 'flag changes' })).toHaveText('1 flag changes its value.');
  await expect(cellsOf(page, 'Actions with the other properties', 'Paid on pro')).toContainText(/0.*1/);
  await flagRow(page, 'new-checkout').getByRole('button', { name: 'Conditions' }).click();
  await expect(flagRow(page, 'new-checkout').getByRole('list', { name: 'Conditions' })).toContainText('entered');
  await expectAccessible(page, 'the preview');
  await picturesInSizes('preview-what-if');

  await page.reload();
  const changes = page.getByRole('list', { name: 'Changed properties' });
  await expect(changes.getByRole('listitem')).toHaveText(/plan: "free" → "pro"/);
  await expect(flagRow(page, 'new-checkout')).toContainText('off with stored properties');
  await page.goBack();
  await expect(page.getByText('All properties are as stored.')).toBeVisible();
  await expect(flagRow(page, 'new-checkout')).not.toContainText('with stored properties');
  await page.goForward();
  await expect(changes).toContainText('plan');

  await page.getByRole('combobox', { name: 'Property' }).fill('email');
  await page.getByRole('button', { name: 'Remove email' }).click();
  await expect(changes.getByRole('listitem')).toHaveCount(2);
  await expect(changes).toContainText('removed');
  await page.getByRole('button', { name: 'Undo plan' }).click();
  await expect(page.getByText('No flag changes its value.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit email' }).click();
  await expect(page.getByRole('textbox', { name: 'Value' })).toHaveValue('ada@example.com');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByText('All properties are as stored.')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('list', { name: 'Properties of the person' })).toContainText('"free"');
});

test('Live leads to the preview, whose id can be chosen; a refused address says why, and the timeline has marks', async ({
  server,
  open,
  allowError,
  pictures,
}) => {
  await prepare(server);
  const page = await open('/live');
  await row(page, /^paid/).click();
  await detail(page).getByRole('tab', { name: 'Person' }).click();
  await detail(page).getByRole('link', { name: 'Preview' }).click();
  await expect(page).toHaveURL(/tab=preview/);
  const choice = page.getByRole('combobox', { name: 'Distinct id' });
  await expect(choice).toHaveValue('ada');
  await choice.click();
  await page.getByRole('option', { name: 'ada-phone' }).click();
  await expect(page).toHaveURL(/id=ada-phone/);
  await expect(flagRow(page, 'new-checkout').getByRole('link')).toHaveAttribute('href', /person=ada-phone/);

  allowError(/status of 400/);
  await page.goto(page.url().replace('ada-phone', 'nobody'));
  await expect(page.getByRole('alert')).toContainText('The preview could not be loaded');
  await choice.click();
  await page.getByRole('option', { name: 'ada', exact: true }).click();
  await expect(flagRow(page, 'new-checkout')).toBeVisible();

  await page.getByRole('link', { name: 'Overview' }).click();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByText('pricing: test')).toBeVisible();
  await pictures('person-marks');
  await timeline.getByRole('link', { name: 'Exposed in Pricing page: test' }).click();
  await expect(page.getByRole('heading', { name: 'Pricing page', level: 1 })).toBeVisible();
});

test('groups are those of the newest event, and others can be tried', async ({ server, open, pictures }) => {
  const root = `/api/projects/${server.project.id}/`;
  const group = (key: string, beta: boolean) => ({
    event: '$groupidentify',
    distinct_id: 'ada',
    properties: { $group_type: 'company', $group_key: key, $group_set: { beta } },
  });
  const opened = { event: 'opened', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } };
  await server.capture({ batch: [group('acme', true), group('other', false), opened] }, '/batch/');
  const beta = { key: 'beta', value: 'true', type: 'group', group_type_index: 0 };
  await server.api('POST', `${root}feature_flags/`, {
    key: 'of-company',
    filters: { aggregation_group_type_index: 0, groups: [{ properties: [beta] }] },
  });
  const page = await open('/persons');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Preview ada' }).click();
  const company = page.getByRole('textbox', { name: 'company' });
  await expect(company).toHaveValue('acme');
  const value = flagRow(page, 'of-company');
  await expect(value).toContainText('on');
  await company.fill('other');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/groups=/);
  await expect(value).toContainText('off');
  await expectAccessible(page, 'with groups');
  await pictures('preview-groups');
  await page.reload();
  await expect(company).toHaveValue('other');
  await company.fill('');
  await page.keyboard.press('Enter');
  await expect(value).toContainText('and none is given');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(company).toHaveValue('acme');
});

test('a project without flags, experiments and actions says so', async ({ server, open }) => {
  await server.capture({ event: 'opened', distinct_id: 'ann' });
  const page = await open('/persons');
  await page.getByRole('link', { name: 'Preview ann' }).click();
  await expect(page.getByText('This project has no flags.')).toBeVisible();
  await expect(page.getByText('This project has no experiments.')).toBeVisible();
  await expect(page.getByText('No stored event of this person matches an action.')).toBeVisible();
});
