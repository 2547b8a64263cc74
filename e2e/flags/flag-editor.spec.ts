import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test, testApart } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

const flags = '/api/projects/@current/feature_flags/';
const split = {
  variants: [
    { key: 'control', rollout_percentage: 50 },
    { key: 'test', rollout_percentage: 50 },
  ],
};

type Saved = { id: number; name: string; active: boolean; filters: Record<string, unknown> };

async function makeFlag(server: BenchtopServer, key: string, filters?: object): Promise<number> {
  return ((await server.api('POST', flags, { key, ...(filters && { filters }) })) as Saved).id;
}

/** Makes a flag and opens its page. */
async function openFlag(server: BenchtopServer, open: (path: string) => Promise<Page>, key: string, filters?: object) {
  const id = await makeFlag(server, key, filters);
  return { id, page: await open(`/feature-flags/${id}`) };
}

const saved = async (server: BenchtopServer, id: number) => (await server.api('GET', `${flags}${id}/`)) as Saved;

/** Sends three people on pro, one on free, and one group. */
async function people(server: BenchtopServer): Promise<void> {
  const set = (distinct_id: string, plan: string) => ({
    event: '$identify',
    distinct_id,
    properties: { $set: { plan, email: `${distinct_id}@shop.test` } },
  });
  const group = { $group_type: 'company', $group_key: 'acme', $group_set: { tier: 'gold' } };
  await server.capture(
    {
      batch: [
        ...['ana', 'bo', 'cy'].map((id) => set(id, 'pro')),
        set('dee', 'free'),
        { event: '$groupidentify', distinct_id: 'ana', properties: group },
      ],
    },
    '/batch/',
  );
}

const sentence = (page: Page) => page.getByText(/^(On|Off) for |^Everyone gets|get control/).first();
const save = (page: Page) => page.keyboard.press('ControlOrMeta+s');

test('a flag is created with the keyboard alone', async ({ server, open }) => {
  await people(server);
  const page = await open('/feature-flags/new');
  await expect(page.getByLabel('Key', { exact: true })).toBeFocused();
  await page.keyboard.type('new checkout');
  await expect(page.getByLabel('Key', { exact: true })).toHaveValue('new-checkout');
  await expect(page.getByText('Creating it changes nothing for your apps')).toBeVisible();

  await page.getByRole('button', { name: 'Add property to condition 1' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('pla');
  await expect(page.getByRole('option', { name: 'plan 4' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('option', { name: 'pro 3' })).toBeVisible();
  await page.keyboard.type('pro');
  await page.keyboard.press('Enter');
  await expect(page.getByText('reaches about 3 of 4 known people')).toBeVisible();

  await page.getByRole('slider', { name: 'Rollout of condition 1' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(sentence(page)).toHaveText(
    'Off for everyone while the flag is turned off. Once on: on for 99% of people whose plan is pro; everyone else: off.',
  );
  await page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' }).fill('12.5');
  await save(page);
  await expect(page.getByRole('heading', { name: 'new-checkout' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  const { id } = ((await server.api('GET', `${flags}?search=new-checkout`)) as { results: Saved[] }).results[0] ?? {
    id: 0,
  };
  expect(await saved(server, id)).toMatchObject({ active: false });
  expect((await saved(server, id)).filters.groups).toEqual([
    {
      properties: [{ key: 'plan', operator: 'exact', value: ['pro'], type: 'person' }],
      rollout_percentage: 12.5,
      variant: null,
    },
  ]);
});

test('an error from the server is shown at its field, and the draft stays', async ({ server, open, allowError }) => {
  allowError(/status of 400/);
  await makeFlag(server, 'taken');
  const page = await open('/feature-flags/new?key=taken');
  await page.getByLabel('Description').fill('A draft');
  await save(page);
  await expect(page.getByText('Another flag has the key "taken".')).toBeVisible();
  await expect(page.getByLabel('Key', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Description')).toHaveValue('A draft');

  await page.getByRole('button', { name: 'Add property to condition 1' }).click();
  await page.keyboard.type('email');
  await page.getByRole('combobox', { name: 'Operator of property 1 of condition 1' }).click();
  await page.getByRole('option', { name: 'matches regex', exact: true }).click();
  const pattern = page.getByRole('textbox', { name: 'Value of property 1 of condition 1' });
  await pattern.fill('user[0-');
  await expect(page.getByText('The regex is not valid')).toBeVisible();
  await expect(pattern).toHaveAttribute('aria-invalid', 'true');
});

test('variants are added, weighed and given payloads', async ({ server, open }) => {
  const { id, page } = await openFlag(server, open, 'weighed', {
    groups: [{ variant: 'test' }, {}],
    multivariate: split,
  });
  await page.getByRole('button', { name: 'Add variant' }).click();
  await expect(page.getByRole('img', { name: 'Variant split: control 34%, test 33%, test-2 33%' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Share of variant 1' }).fill('40');
  await expect(page.getByText('Sum 106%: 6% too much. It must be 100%.')).toBeVisible();
  await save(page);
  await expect(page.getByRole('textbox', { name: 'Share of variant 1' })).toBeFocused();
  await page.getByRole('button', { name: 'Split evenly' }).click();
  await page.getByRole('textbox', { name: 'Key of variant 2' }).fill('wide');
  await page.getByRole('button', { name: 'Add payload of wide' }).click();
  await page.getByRole('textbox', { name: 'Payload of wide, as JSON' }).fill('{"columns": 3');
  await expect(page.getByText('Line 1, column 14: Expected a closing')).toBeVisible();
  await page.getByRole('textbox', { name: 'Payload of wide, as JSON' }).fill('{"columns": 3}');
  await save(page);
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  const { filters } = await saved(server, id);
  expect(filters).toMatchObject({
    groups: [{ variant: 'wide' }, { variant: null }],
    payloads: { wide: '{"columns": 3}' },
  });
});

test('conditions are moved, copied and removed without losing keyboard focus', async ({ server, open }) => {
  const { page } = await openFlag(server, open, 'ordered', {
    groups: [{ rollout_percentage: 10 }, { rollout_percentage: 20 }],
  });
  const rollouts = () =>
    page
      .getByRole('textbox', { name: /^Rollout of condition/ })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  await page.getByRole('button', { name: 'Move condition 2 up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move condition 1 up' })).toBeFocused();
  expect(await rollouts()).toEqual(['20%', '10%']);
  await page.getByRole('button', { name: 'Duplicate condition 1' }).press('Enter');
  expect(await rollouts()).toEqual(['20%', '20%', '10%']);
  await page.getByRole('button', { name: 'Remove condition 3' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Add condition' })).toBeFocused();
  expect(await rollouts()).toEqual(['20%', '20%']);
});

test('turning off keeps the draft; a change from elsewhere is announced', async ({ server, open }) => {
  const { id, page } = await openFlag(server, open, 'turned-off');
  await page.getByLabel('Description').fill('Mine');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  await expect(page.getByText('changed elsewhere')).toBeHidden();
  expect(await saved(server, id)).toMatchObject({ active: false, name: '' });

  await server.api('PATCH', `${flags}${id}/`, { name: 'Theirs' });
  await expect(page.getByText('changed elsewhere')).toBeVisible({ timeout: 10_000 });
  await page.getByRole('button', { name: 'Load the newer version' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Theirs');
  await expect(page.getByLabel('Description')).toBeFocused();
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
});

test('a deleted flag can be read and restored', async ({ server, open }) => {
  const { page } = await openFlag(server, open, 'deleted');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete flag' }).click();
  await expect(page.getByText('This flag is deleted')).toBeVisible();
  await expect(page.getByLabel('Description')).toBeDisabled();
  await page.getByRole('button', { name: 'Restore' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'deleted', level: 1 })).toBeFocused();
  await expect(page.getByLabel('Description')).toBeEnabled();
});

test('axe finds nothing in the editor, in either theme', async ({ server, open, page, pictures }) => {
  await people(server);
  const properties = [{ key: 'plan', operator: 'exact', value: ['pro'] }];
  const id = await makeFlag(server, 'for-axe', {
    groups: [{ properties, rollout_percentage: 25 }, { variant: 'test' }],
    multivariate: split,
    payloads: { test: '{"columns":3}' },
  });
  await open(`/feature-flags/${id}?person=ana`);
  await expect(page.getByText('adds about 0 of 4 known people')).toBeVisible();
  await pictures('flag-editor');
  await expectAccessible(page);
});

test('unsaved changes are kept across tabs, and leaving asks for confirmation', async ({ server, open }) => {
  const { id, page } = await openFlag(server, open, 'half-edited');
  await page.getByLabel('Description').fill('Half a thought');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(/tab=history/);
  await page.getByRole('link', { name: 'Rules' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Half a thought');

  await page.getByRole('link', { name: 'Persons' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Half a thought');
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();

  await page.getByRole('link', { name: 'Persons' }).click();
  await page.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page.getByRole('heading', { name: 'Persons', exact: true })).toBeVisible();
  expect((await saved(server, id)).name).toBe('');
});

test('a flag of groups matches properties of groups', async ({ server, open }) => {
  await people(server);
  const { id, page } = await openFlag(server, open, 'of-groups');
  await page.getByRole('combobox', { name: 'Match by' }).click();
  await page.getByRole('option', { name: 'groups: company' }).click();
  await expect(page.getByText('On for all company groups.')).toBeVisible();
  await expect(page.getByText('reaches about 1 of 1 known company group')).toBeVisible();
  await page.getByRole('button', { name: 'Add property to condition 1' }).click();
  await page.getByRole('option', { name: 'tier 1' }).click();
  await page.getByRole('combobox', { name: 'Value of property 1 of condition 1' }).click();
  await page.getByRole('option', { name: 'gold 1' }).click();
  await save(page);
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  expect((await saved(server, id)).filters).toMatchObject({
    aggregation_group_type_index: 0,
    groups: [{ properties: [{ key: 'tier', value: ['gold'], type: 'group' }] }],
  });
});

testApart('a value still being typed is saved with the rest, and so are tags and owner', async ({ server, open }) => {
  await server.api('POST', '/api/users/', { first_name: 'Grace', email: 'grace@shop.test' });
  const properties = [{ key: 'plan', operator: 'exact', value: ['pro'] }];
  const { id, page } = await openFlag(server, open, 'typed-value', {
    groups: [{ properties, rollout_percentage: 100 }],
  });
  await page.getByRole('combobox', { name: 'Tags', exact: true }).fill('Checkout');
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option', { name: 'Grace' }).click();
  await page.getByRole('combobox', { name: 'Value of property 1 of condition 1' }).fill('team');
  await save(page);
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  const after = await saved(server, id);
  expect(after).toMatchObject({ tags: ['checkout'], owner: { first_name: 'Grace' } });
  expect(after.filters.groups).toMatchObject([{ properties: [{ value: ['pro', 'team'] }] }]);
});

test('a relative date takes another number, up to what the server takes', async ({ server, open }) => {
  const properties = [{ key: 'seen', operator: 'is_date_after', value: '-7d' }];
  const { page } = await openFlag(server, open, 'relative-date', { groups: [{ properties, rollout_percentage: 100 }] });
  await expect(sentence(page)).toContainText('seen is in the last 7 days');
  const number = page.getByRole('textbox', { name: 'Value of property 1 of condition 1' });
  await number.fill('');
  await number.pressSequentially('12345');
  await expect(number).toHaveValue('1234');
  await expect(page.getByText('seen is in the last 1,234 days')).toBeVisible();
});

test('before saving, the editor names who flips', async ({ server, open }) => {
  await people(server);
  const { id, page } = await openFlag(server, open, 'who-flips', {
    groups: [{ properties: [{ key: 'plan', value: 'pro' }] }],
  });
  const flips = page.getByRole('region', { name: 'Who flips' });
  const rollout = page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' });
  await expect(rollout).toBeVisible();
  await expect(flips).toHaveCount(0);

  await rollout.fill('0');
  await rollout.press('Tab');
  await page.getByRole('button', { name: 'Show who flips' }).focus();
  await page.keyboard.press('Enter');
  await expect(flips).toContainText('Flips for 3 of 4 known people.');
  await expect(flips.getByRole('list', { name: 'Changes of value' })).toContainText('3 people');
  const named = flips.getByRole('list', { name: 'People who flip' });
  await expect(named.getByRole('link')).toHaveCount(3);
  await expect(named.getByRole('link', { name: 'ana@shop.test' })).toBeVisible();
  await expectAccessible(page);

  await rollout.fill('99');
  await rollout.press('Tab');
  await expect(flips).toContainText('The form has changed since this count.');
  await page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' }).fill('100');
  await page.getByLabel('Description').fill('Only a description');
  await flips.getByRole('button', { name: 'Update who flips' }).click();
  await expect(flips).toContainText('Nobody flips, of 4 known people.');
  expect(await saved(server, id)).toMatchObject({ name: '' });
});
