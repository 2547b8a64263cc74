import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

const flags = '/api/projects/@current/feature_flags/';
const proOnly = { properties: [{ key: 'plan', value: 'pro', type: 'person' }], rollout_percentage: 100 };
const split = { variants: ['control', 'test'].map((key) => ({ key, rollout_percentage: 50 })) };

const panel = (page: Page) => page.getByRole('region', { name: 'Test', exact: true });
const value = (page: Page) => panel(page).getByRole('status').first();
const person = (page: Page) => panel(page).getByRole('combobox', { name: 'Person' });

const makeFlag = (server: BenchtopServer, key: string, filters: object) => server.create(flags, { key, filters });

async function identify(server: BenchtopServer, id: string, plan: string): Promise<void> {
  await server.capture({ event: '$identify', distinct_id: id, properties: { $set: { plan } } });
}

/** Returns what an app gets for the flag, as `/flags/` answers it. */
async function served(server: BenchtopServer, key: string, distinctId: string): Promise<unknown> {
  const response = await server.capture({ distinct_id: distinctId }, '/flags/?v=2');
  const { flags } = (await response.json()) as { flags: Record<string, { enabled: boolean; variant?: string }> };
  return flags[key]?.variant ?? flags[key]?.enabled;
}

test('the panel evaluates the flag for a person, explains the value, and keeps the person in the URL', async ({
  server,
  open,
}) => {
  await identify(server, 'ana', 'pro');
  await identify(server, 'bo', 'free');
  const id = await makeFlag(server, 'picked', { groups: [proOnly] });
  const page = await open(`/feature-flags/${id}`);
  await expect(panel(page)).toContainText('Enter a distinct id');
  await person(page).fill('an');
  await page.getByRole('option', { name: 'ana' }).click();
  await expect(value(page)).toHaveText(/^on/);
  await expect(panel(page)).toContainText('Condition 1 matched, and its rollout is 100%.');
  await expect(page).toHaveURL(/person=ana/);

  await person(page).fill('bo');
  await expect(value(page)).toHaveText(/^off/);
  const conditions = panel(page).getByRole('list', { name: 'Conditions' });
  await expect(conditions).toContainText('Not matched');
  await expect(conditions).toContainText('Fails: plan is pro');
  await expect(conditions).toContainText('is free stored');
  await expect(page).toHaveURL(/person=bo/);
  await page.reload();
  await expect(person(page)).toHaveValue('bo');
  await expect(value(page)).toHaveText(/^off/);
});

test('the panel evaluates the draft in the editor before it is saved', async ({ server, open }) => {
  await identify(server, 'ana', 'pro');
  const id = await makeFlag(server, 'drafted', { groups: [proOnly] });
  const page = await open(`/feature-flags/${id}?person=ana`);
  await expect(value(page)).toHaveText(/^on/);
  await expect(panel(page)).toContainText('saved version 1');
  await page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' }).fill('0');
  await expect(panel(page)).toContainText('unsaved draft');
  await expect(value(page)).toHaveText(/^off/);
  await expect(panel(page)).toContainText('is beyond its rollout of 0%.');
  expect(await served(server, 'drafted', 'ana')).toBe(true);
  await expect(panel(page)).toContainText('Would be off now, because this draft is not saved.');
});

test('a new flag is tested before it exists, and with the same person after', async ({ open }) => {
  const page = await open('/feature-flags/new?key=beta&person=ana');
  await expect(person(page)).toHaveValue('ana');
  await expect(panel(page)).toContainText('unsaved draft');
  await expect(value(page)).toHaveText(/^off/);
  await page.getByRole('switch', { name: 'Turn on when created' }).press('Space');
  await expect(value(page)).toHaveText(/^on/);
  await page.getByRole('button', { name: 'Create flag' }).click();
  await expect(page).toHaveURL(/\/feature-flags\/\d+\?.*person=ana/);
  await expect(panel(page)).toContainText('saved version 1');
  await expect(value(page)).toHaveText(/^on/);
});

test('the last served value is compared with the current one, with the reason and the hash, also as text', async ({
  server,
  open,
}) => {
  const id = await makeFlag(server, 'new-checkout', { groups: [{ rollout_percentage: 100 }], multivariate: split });
  const page = await open(`/feature-flags/${id}?person=ana`);
  await expect(panel(page)).toContainText('No answer for this person is stored.');
  expect(await served(server, 'new-checkout', 'ana')).toBe('test');
  await expect(panel(page)).toContainText('version 1), the same as now.');
  await server.api('PATCH', `${flags}${id}/`, {
    filters: { groups: [{ rollout_percentage: 60 }], multivariate: split },
  });
  await expect(panel(page)).toContainText('Would be off now, because the flag changed (version 1 → 2).');
  // sha1("new-checkout.ana") and sha1("new-checkout.anavariant"), as the SDKs bucket.
  await expect(panel(page)).toContainText('0.7071512880698356');
  await expect(panel(page)).toContainText('0.8884878215799843');
  await expect(panel(page)).toContainText('The hash 0.7072 is beyond the rollout of condition 1, up to 0.6.');
  const ranges = panel(page).getByRole('list', { name: 'Ranges of the variants' });
  await expect(ranges.getByRole('listitem')).toHaveText([/control\[0, 0\.5\)/, /test\[0\.5, 1\)0\.8885 would be here/]);
});

test('the copied curl command sends the request of a real app', async ({ server, open, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const id = await makeFlag(server, 'copied', { groups: [proOnly] });
  await open(`/feature-flags/${id}?person=zed`);
  await panel(page)
    .getByRole('button', { name: /^Test properties/ })
    .click();
  await panel(page).getByRole('textbox', { name: 'Test properties of the person' }).fill('{"plan": "pro"}');
  await expect(value(page)).toHaveText(/^on/);
  await panel(page).getByRole('button', { name: 'Copy as curl' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`${server.url}/flags/?v=2`);
  const body = JSON.parse(command.slice(command.indexOf("'{") + 1, -1)) as Record<string, unknown>;
  expect(body).toEqual({ api_key: server.project.key, distinct_id: 'zed', person_properties: { plan: 'pro' } });
  const answer = await (await server.capture(body, '/flags/?v=2')).json();
  expect(answer).toMatchObject({ flags: { copied: { enabled: true } } });
});

test('spaces around an id are part of it: the test, its link and an override are of that person alone', async ({
  server,
  open,
}) => {
  const id = await makeFlag(server, 'spaced', { groups: [{ rollout_percentage: 0 }] });
  const page = await open(`/feature-flags/${id}?tab=overrides`);
  await person(page).fill(' ana');
  await expect(page).toHaveURL(/person=(\+|%20)ana/);
  await page.getByRole('combobox', { name: 'Override value' }).click();
  await page.getByRole('option', { name: 'on', exact: true }).click();
  await page.getByRole('button', { name: 'Set override' }).click();
  await expect(value(page)).toHaveText(/^on/);
  expect(await served(server, 'spaced', ' ana')).toBe(true);
  expect(await served(server, 'spaced', 'ana')).toBe(false);
  await person(page).fill('ana');
  await expect(value(page)).toHaveText(/^off/);
});

test('an override serves its value until it is cleared', async ({ server, open }) => {
  const id = await makeFlag(server, 'overridden', { groups: [{ rollout_percentage: 0 }], multivariate: split });
  const page = await open(`/feature-flags/${id}?tab=overrides`);
  await expect(page.getByRole('button', { name: 'Set override' })).toBeDisabled();
  await person(page).fill('ana');
  // No value is proposed.
  await expect(page.getByRole('combobox', { name: 'Override value' })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Set override' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Override value' }).click();
  await page.getByRole('option', { name: 'test' }).click();
  await page.getByRole('button', { name: 'Set override' }).click();
  await expect(value(page)).toHaveText(/^test/);
  await expect(panel(page)).toContainText('An override sets this value; conditions are ignored.');
  const list = page.getByRole('list', { name: 'Overrides of this flag' });
  await expect(list.getByRole('listitem')).toHaveText([/test\s*for ana/]);
  expect(await served(server, 'overridden', 'ana')).toBe('test');
  expect(await served(server, 'overridden', 'bo')).toBe(false);

  await page.getByText('everyone', { exact: true }).click();
  await page.getByRole('button', { name: 'Set override' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  expect(await served(server, 'overridden', 'bo')).toBe('test');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('overridden is turned off. Its 2 overrides still apply.')).toBeVisible();
  await page.getByRole('link', { name: 'Rules' }).click();
  await expect(page.getByText('Its 2 overrides still apply.', { exact: false }).first()).toBeVisible();
  await page.getByRole('link', { name: /^Overrides/ }).click();
  await page.getByRole('button', { name: 'Clear the override for everyone' }).click();
  await page.getByRole('button', { name: 'Clear the override for ana' }).click();
  await expect(list).toHaveCount(0);
  await expect(value(page)).toHaveText(/^off/);
  expect(await served(server, 'overridden', 'ana')).toBe(false);
});

test('turning on asks first while the rules on screen are not the saved ones', async ({ server, open }) => {
  const id = await makeFlag(server, 'turned-on', { groups: [{ rollout_percentage: 100 }] });
  const page = await open(`/feature-flags/${id}`);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' }).fill('5');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on turned-on without your changes?' });
  await expect(dialog).toContainText('Your unsaved changes are not part of it.');
  expect(await server.api('GET', `${flags}${id}/`)).toMatchObject({ active: false });
  await dialog.getByRole('button', { name: 'Turn on version 2' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  expect(await server.api('GET', `${flags}${id}/`)).toMatchObject({
    active: true,
    filters: { groups: [{ rollout_percentage: 100 }] },
  });
  await expect(page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' })).toHaveValue('5%');
});

test('the history names what changed, and restores an older version', async ({ server, open }) => {
  const id = await makeFlag(server, 'restored', { groups: [proOnly] });
  const patch = (body: object) => server.api('PATCH', `${flags}${id}/`, body);
  await patch({ filters: { groups: [{ ...proOnly, rollout_percentage: 25 }] } });
  await patch({ active: false, tags: ['old'] });
  const page = await open(`/feature-flags/${id}?tab=history`);
  const changes = page.getByRole('list', { name: 'Changes, newest first' }).locator('> li');
  await expect(changes).toHaveText([/turned off/, /rollout of condition 1: 100%\s+25%/, /Created.*plan is pro, 100%/]);
  await changes.nth(1).getByRole('button', { name: 'JSON' }).click();
  await expect(changes.nth(1).locator('pre del')).toContainText('"rollout_percentage": 100');
  await expect(changes.nth(1).locator('pre ins')).toContainText('"rollout_percentage": 25');

  await changes.nth(2).getByRole('button', { name: 'Restore this version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore this version' });
  await expect(dialog).toContainText('turned on');
  await expect(dialog).toHaveText(/tags: old\s+empty.*rollout of condition 1: 25%\s+100%/);
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(changes).toHaveCount(4);
  expect(await server.api('GET', `${flags}${id}/`)).toMatchObject({
    active: true,
    version: 4,
    tags: [],
    filters: { groups: [{ rollout_percentage: 100 }] },
  });
});

test('usage counts served values, and links to the events', async ({ server, open }) => {
  await served(server, 'counted', 'before-the-flag');
  const id = await makeFlag(server, 'counted', { groups: [{ rollout_percentage: 100 }], multivariate: split });
  const page = await open(`/feature-flags/${id}?tab=usage`);
  await expect(page.getByRole('heading', { name: 'No answer served in the last 8 days' })).toBeVisible();
  const counts: Record<string, number> = { control: 0, test: 0 };
  for (const person of ['ana', 'bo', 'cy', 'dan', 'eve', 'finn']) {
    const variant = String(await served(server, 'counted', person));
    counts[variant] = (counts[variant] ?? 0) + 1;
  }
  const totals = page.getByRole('list', { name: 'Totals, last hour' });
  for (const [variant, count] of Object.entries(counts).filter(([, count]) => count > 0)) {
    await expect(totals).toContainText(`${variant}${count}`);
  }
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table', { name: /^Answers served by value/ }).getByRole('row')).not.toHaveCount(1);
  await page.getByRole('img', { name: /^Answers served, last hour: \d/ }).press('Home');
  await expect(page.getByRole('region', { name: 'Answers served' }).getByRole('status')).toHaveText(/none$/);

  await page.getByRole('table', { name: 'Newest answers' }).getByRole('link', { name: 'eve' }).click();
  await expect(person(page)).toHaveValue('eve');
  const properties = { $feature_flag: 'counted', $feature_flag_response: 'test' };
  await server.capture({ event: '$feature_flag_called', distinct_id: 'ana', properties });
  await server.capture({ event: 'other', distinct_id: 'ana' });
  await page.getByRole('link', { name: 'Show events in Live' }).click();
  await expect(page.getByRole('option', { name: /feature_flag_called/ })).toHaveCount(1);
  await expect(page.getByRole('option', { name: /other/ })).toHaveCount(0);
});

test('the panels are accessible in either theme', async ({ server, open, visit }) => {
  const id = await makeFlag(server, 'panelled', { groups: [proOnly, {}], multivariate: split });
  await served(server, 'panelled', 'zoe');
  await server.api('PATCH', `${flags}${id}/`, { filters: { groups: [proOnly], multivariate: split } });
  await server.api('POST', `${flags}${id}/overrides/`, { distinct_id: 'bo', value: 'test' });
  const page = await open(`/feature-flags/${id}?person=zoe`);
  for (const tab of ['overrides', 'usage', 'history', 'snippets']) {
    await visit(`/feature-flags/${id}?person=zoe&tab=${tab}`);
    await expect(panel(page)).toContainText('because the flag changed');
    await expectAccessible(page, tab);
  }
});

test('entered properties and groups override the stored ones', async ({ server, open, visit }) => {
  await identify(server, 'bo', 'free');
  await server.capture({
    event: '$groupidentify',
    distinct_id: 'bo',
    properties: { $group_type: 'company', $group_key: 'acme', $group_set: { seats: 40 } },
  });
  const plan = await makeFlag(server, 'beta', { groups: [proOnly] });
  const page = await open(`/feature-flags/${plan}?person=bo`);
  await expect(value(page)).toHaveText(/^off/);
  await panel(page)
    .getByRole('button', { name: /^Test properties/ })
    .click();
  const typed = panel(page).getByRole('textbox', { name: 'Test properties of the person' });
  await typed.fill('{"plan": "pro"');
  await expect(panel(page)).toContainText('not JSON yet');
  await typed.fill('{"plan": "pro"}');
  await expect(value(page)).toHaveText(/^on/);
  await expect(panel(page)).toContainText('is pro entered');

  const seats = { properties: [{ key: 'seats', value: 20, operator: 'gt', type: 'group' }], rollout_percentage: 100 };
  const group = await makeFlag(server, 'seat-limit', { groups: [seats], aggregation_group_type_index: 0 });
  await visit(`/feature-flags/${group}?person=bo`);
  await expect(panel(page)).toContainText('The flag matches company groups, and none is given.');
  await panel(page).getByRole('combobox', { name: 'Group key' }).fill('acme');
  await expect(value(page)).toHaveText(/^on/);
  await expect(panel(page)).toContainText('is 40 stored');
});

test('a week without requests is not said to be all of time', async ({ server, open }) => {
  const id = await makeFlag(server, 'quiet', { groups: [{ rollout_percentage: 100 }] });
  const lastServed = new Date(Date.now() - 7.5 * 24 * 3_600_000).toISOString();
  const page = await open('/feature-flags');
  await page.route(`**/feature_flags/${id}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), last_served_at: lastServed } });
  });
  await page.getByRole('link', { name: 'quiet' }).click();
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByText('7 d', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No answer served in the last 7 days' })).toBeVisible();
  await expect(page.getByText('Last served 7d ago')).toBeVisible();
});
