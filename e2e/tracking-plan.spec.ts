import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './fixtures.ts';
import type { BenchtopServer } from './server.ts';

const plan = '/api/projects/@current/tracking_plan/';
const bought = { total: 5, currency: 'EUR', plan: 'pro', app_version: '123' };

const send = (server: BenchtopServer, event: string, properties: object) =>
  server.capture({ event, distinct_id: 'ann', properties });
const rowOf = (page: Page, table: string, of: string | RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row', { name: of });
const section = (page: Page, of: string) =>
  page.getByRole('navigation', { name: 'Sections of the event' }).getByRole('link', { name: of });

test('a tester reads the properties of an event, locks it, and sees what build 124 breaks', async ({
  server,
  open,
  pictures,
}) => {
  const page = await open('/persons');
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await expect(page.getByText('No events yet')).toBeVisible();
  await expectAccessible(page, 'without events');
  await send(server, 'checkout', bought);
  await send(server, 'checkout', { ...bought, plan: 'free' });
  await send(server, 'added to cart', { sku: 'a' });
  await expect(rowOf(page, 'Events', 'checkout')).toContainText('app_version, currency, plan, total');
  await expect(rowOf(page, 'Events', 'checkout')).toContainText('Unlocked');
  await expectAccessible(page, 'events');
  await page.getByRole('link', { name: 'checkout' }).click();

  await expect(page.getByRole('heading', { name: 'checkout', level: 1 })).toBeVisible();
  const total = rowOf(page, 'Properties', /^plan/);
  await expect(total).toContainText('string');
  await expect(total).toContainText('100%');
  await expect(total).toContainText('"free", "pro"');
  await expectAccessible(page, 'properties');
  await page.getByRole('button', { name: 'Lock event' }).click();
  await expect(page.getByText('“checkout” is locked.')).toBeVisible();
  await expect(page.getByText('Locked', { exact: true })).toBeVisible();

  const { currency: _, ...broken } = { ...bought, total: '5', app_version: '124' };
  await send(server, 'checkout', broken);
  await send(server, 'checkout', broken);
  await expect(section(page, 'Violations')).toContainText('2 events');
  await section(page, 'Builds').click();
  await expect(rowOf(page, 'Builds', '124')).toContainText('currencytotal: number → string');
  await expectAccessible(page, 'builds');
  await section(page, 'Violations').click();
  await expect(rowOf(page, 'Violations', 'currency is missing in 2 events of checkout in 124')).toContainText(
    'Property missing',
  );
  const ofType = 'total is a string in 2 events of checkout in 124; the plan has number';
  await expect(rowOf(page, 'Violations', ofType)).toContainText('100%');
  await expectAccessible(page, 'violations of the event');
  await section(page, 'Properties').click();
  await expect(rowOf(page, 'Properties', 'total')).toContainText('number 50%, string 50%');
  await pictures('tracking-plan-event');

  await page.getByRole('link', { name: 'Tracking plan' }).first().click();
  await expect(rowOf(page, 'Events', 'checkout').getByRole('link', { name: '2' })).toBeVisible();
  await pictures('tracking-plan');
  await send(server, 'check-out', {});
  await page.getByRole('navigation', { name: 'Tracking plan and violations' }).getByText('Violations').click();
  const rename = rowOf(page, 'Violations', '"check-out" looks like a rename of "checkout"');
  await expect(rename).toContainText('Renamed event');
  await pictures('tracking-plan-violations');
  await page.setViewportSize({ width: 1280, height: 800 });
  const topOf = async (filter: string) => (await page.getByRole('searchbox', { name: filter }).boundingBox())?.y;
  expect(await topOf('Build')).toBe(await topOf('Property'));
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Type changed' }).click();
  await expect(rename).toHaveCount(0);
  await expect(rowOf(page, 'Violations', 'total is a string')).toBeVisible();
  await expectAccessible(page, 'violations');
  await rowOf(page, 'Violations', 'total is a string').getByRole('link', { name: 'total is a string' }).click();
  await expect(page.getByRole('article', { name: 'Event detail' })).toContainText(
    'The property "total" is a string. The tracking plan has number.',
  );
});

test('a schema is edited, exported, unlocked with undo, and imported', async ({
  server,
  open,
  pictures,
  allowError,
}) => {
  allowError(/status of 400 .*tracking_plan\/lock/);
  await send(server, 'checkout', bought);
  const page = await open('/tracking-plan/event?event=checkout');
  await section(page, 'Schema').click();
  await expect(page.getByText('The stored events fit this schema.')).toBeVisible();
  await expectAccessible(page, 'schema');
  await page.getByRole('button', { name: 'Edit schema' }).click();
  const editor = page.getByRole('textbox', { name: 'JSON Schema of the properties' });
  await expect(editor).toBeFocused();
  await editor.press('Control+a');
  await page.keyboard.insertText('{"properties": {"total": {"type": "numbr"}}}');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question).toContainText('Changes to the schema are not saved.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await section(page, 'Properties').click();
  await expect(rowOf(page, 'Properties', 'total')).toBeVisible();
  await section(page, 'Schema').click();
  await expect(editor).toContainText('numbr');
  await page.getByRole('button', { name: 'Lock with this schema' }).click();
  await expect(page.getByRole('alert')).toContainText('`schema.properties.total.type` must be');
  await expectAccessible(page, 'schema that is refused');
  await pictures('tracking-plan-schema');
  await editor.press('Control+a');
  await page.keyboard.insertText('{"properties": {"total": {"type": "number", "minimum": 1}}}');
  await page.getByRole('button', { name: 'Lock with this schema' }).click();
  await expect(page.getByText('The schema of “checkout” is saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit schema' })).toBeFocused();
  const document = { version: 1, events: { checkout: { properties: { total: { minimum: 1, type: 'number' } } } } };
  expect(await server.api('GET', `${plan}document/`)).toEqual(document);

  await page.getByRole('button', { name: 'Unlock event' }).click();
  await expect(page.getByRole('button', { name: 'Lock event' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Unlock event' })).toBeVisible();
  expect(await server.api('GET', `${plan}document/`)).toEqual(document);

  await page.getByRole('link', { name: 'Tracking plan' }).first().click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export the tracking plan' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('tracking-plan.json');
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toEqual(document);
  const choose = async (text: string) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import a tracking plan' }).click();
    await (await choosing).setFiles({ name: 'plan.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  };
  await choose('{"version": 1,');
  await expect(page.getByText(/^Line 1, column \d+:/)).toBeVisible();
  await choose('{"version": 1, "events": {"signed up": {"required": ["plan"]}}}');
  const dialog = page.getByRole('dialog', { name: 'Import this tracking plan?' });
  await expect(dialog).toContainText('This sets the schema of 1 event and unlocks all others.');
  await dialog.getByRole('button', { name: 'Import plan' }).click();
  await expect(rowOf(page, 'Events', 'signed up')).toContainText('Locked');
  await expect(rowOf(page, 'Events', 'checkout')).toContainText('Unlocked');
});

test('a tester names the build property, and turns the plan off', async ({ server, open, pictures }) => {
  await send(server, 'checkout', { release: 'r7', app_version: '1' });
  const page = await open('/tracking-plan?tab=settings');
  const build = page.getByRole('textbox', { name: 'Build property' });
  await build.fill('release');
  await expectAccessible(page, 'settings');
  await pictures('tracking-plan-settings');
  const tab = (name: string) => page.getByRole('navigation', { name: /^Tracking plan/ }).getByRole('link', { name });
  await tab('Violations').click();
  await expect(build).toBeHidden();
  await tab('Settings').click();
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('Changes to the settings of the tracking plan are not saved.');
  await page.keyboard.press('Escape');
  await build.press('Enter');
  await expect(page.getByText('The settings of the tracking plan are saved.')).toBeVisible();
  await expect
    .poll(() => server.api('GET', `${plan}event/?event=checkout`))
    .toMatchObject({ builds: [{ build: 'r7', events: 1 }], is_counting: false });
  await page.getByRole('switch', { name: 'Count events and check locked ones' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => server.api('GET', `${plan}settings/`)).toMatchObject({ is_enabled: false });
  await expect(page.getByRole('switch')).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'No changes' })).toBeDisabled();
});

test('a schema that another window saves meanwhile is not overwritten without a word, nor is a draft', async ({
  server,
  open,
}) => {
  await send(server, 'checkout', bought);
  await server.api('PUT', `${plan}lock/`, { event: 'checkout', schema: { required: ['total'] } });
  const page = await open('/tracking-plan/event?event=checkout&tab=schema');
  const other = await page.context().newPage();
  await other.goto(page.url());
  const label = 'JSON Schema of the properties';
  const editor = page.getByRole('textbox', { name: label });
  const otherEditor = other.getByRole('textbox', { name: label });
  const changed = page.getByText('This schema was changed elsewhere since you opened it.');
  for (const window of [page, other]) await window.getByRole('button', { name: 'Edit schema' }).click();
  await editor.fill('{"required": ["plan"]}');
  await otherEditor.fill('{"required": ["currency"]}');
  await expect(changed).toBeHidden();
  await other.getByRole('button', { name: 'Save schema' }).click();
  await expect(other.getByRole('button', { name: 'Edit schema' })).toBeVisible();
  await expect(changed).toBeVisible();
  await expect(page.getByRole('status').filter({ has: changed })).toContainText('Saving replaces the newer schema.');
  await expect(editor).toContainText('plan');
  await expectAccessible(page, 'schema that was changed elsewhere');
  await page.getByRole('button', { name: 'Load the newer version and discard my changes' }).click();
  await expect(editor).toContainText('currency');
  await expect(editor).toBeFocused();
  await expect(changed).toBeHidden();

  // Without a draft the editor follows.
  await server.api('PUT', `${plan}lock/`, { event: 'checkout', schema: { required: ['app_version'] } });
  await expect(editor).toContainText('app_version');

  await editor.fill('{"required": ["mine"]}');
  await page.getByRole('button', { name: 'Use stored events' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor).toContainText('mine');
  await page.getByRole('button', { name: 'Use stored events' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(editor).toContainText('additionalProperties');
  // Nothing typed is lost by this.
  await page.getByRole('button', { name: 'Use stored events' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Save schema' }).click();
  await expect(page.getByText('The schema of “checkout” is saved.')).toBeVisible();
});
