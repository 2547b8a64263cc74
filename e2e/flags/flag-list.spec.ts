import { expect } from '@playwright/test';
import { test, testApart } from '../fixtures.ts';
import { expectFocusIn } from '../focus.ts';

const flags = '/api/projects/@current/feature_flags/';

test('the list explains flags while it is empty, then shows each flag’s type and rollout', async ({ server, open }) => {
  const page = await open('/feature-flags');
  await expect(page.getByRole('heading', { name: 'No flags yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create your first flag' })).toBeVisible();

  await server.api('POST', flags, {
    key: 'checkout-v2',
    name: 'One page checkout',
    filters: {
      groups: [{ properties: [{ key: 'plan', value: 'pro' }], rollout_percentage: 50 }, { rollout_percentage: 10 }],
      multivariate: { variants: ['control', 'a', 'b', 'c'].map((key) => ({ key, rollout_percentage: 25 })) },
    },
  });
  await server.capture({ distinct_id: 'ada' }, '/flags/?v=2');
  const row = page.getByRole('row', { name: /checkout-v2/ });
  await expect(row).toContainText('One page checkout');
  await expect(row).toContainText('4 variants');
  await expect(row).toContainText('50% whose plan is pro, or 10% of everyone');
  await expect(row.getByRole('switch', { name: 'Turned on: checkout-v2' })).toBeChecked();
  await expect(row).not.toContainText('never');
});

testApart('an owner without a name and an email is called by number', async ({ server, open }) => {
  const owner = await server.create('/api/users/', { first_name: '', email: '' });
  await server.create(flags, { key: 'owned', owner_id: owner });
  const page = await open('/feature-flags');
  await expect(page.getByRole('row', { name: /owned/ })).toContainText(`User ${owner}`);
});

test('a flag is turned off and deleted in its row, with undo for each', async ({ server, open }) => {
  const id = await server.create(flags, { key: 'search' });
  const page = await open('/feature-flags');
  const turnedOn = page.getByRole('switch', { name: 'Turned on: search' });
  await turnedOn.press('Space');
  await expect(turnedOn).not.toBeChecked();
  expect(await server.api('GET', `${flags}${id}/`)).toMatchObject({ active: false });
  await page
    .getByRole('alert')
    .filter({ hasText: 'search is turned off.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(turnedOn).toBeChecked();

  await page.getByRole('button', { name: 'More actions for search' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No flags yet' })).toBeVisible();
  await page.getByRole('alert').filter({ hasText: 'search is deleted.' }).getByRole('button', { name: 'Undo' }).click();
  await expect(turnedOn).toBeVisible();

  await server.api('PATCH', `${flags}${id}/`, { deleted: true });
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Deleted' }).click();
  await expect(page).toHaveURL(/deleted=true/);
  await page.getByRole('button', { name: 'Restore search' }).click();
  await expect(page.getByRole('heading', { name: 'No deleted flags' })).toBeVisible();
  expect(await server.api('GET', `${flags}${id}/`)).toMatchObject({ deleted: false });
});

test('the focus of a deleted row goes to the row in its place', async ({ server, open }) => {
  for (const key of ['oldest', 'older', 'newest']) await server.create(flags, { key });
  const page = await open('/feature-flags');
  const link = (key: string) => page.getByRole('link', { name: key, exact: true });
  const remove = async (key: string) => {
    await page.getByRole('button', { name: `More actions for ${key}` }).press('Enter');
    await expectFocusIn(page.getByRole('menu'));
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
    await expect(link(key)).toHaveCount(0);
  };
  await remove('older');
  await expect(link('oldest')).toBeFocused();
  await remove('oldest');
  await expect(link('newest')).toBeFocused();

  await test.step('the focus of a notice that goes returns to where it was', async () => {
    for (const button of ['Undo', 'Close']) {
      await page.getByRole('alert').getByRole('button', { name: button }).first().press('Enter');
      await expect(link('newest')).toBeFocused();
    }
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test('search and filters narrow the list and are kept in the URL', async ({ server, open }) => {
  await server.api('POST', flags, { key: 'search-v2', active: false });
  await server.api('POST', flags, { key: 'search-v3' });
  const overridden = await server.create(flags, { key: 'checkout' });
  await server.api('POST', `${flags}${overridden}/overrides/`, { distinct_id: 'ada', value: true });
  const page = await open('/feature-flags');
  const keys = page.getByRole('table', { name: 'Flags' }).getByRole('rowheader');
  await expect(keys).toHaveText(['checkout', 'search-v3', 'search-v2']);
  await page.getByRole('searchbox', { name: 'Search keys and names' }).fill('search');
  await expect(keys).toHaveText(['search-v3', 'search-v2']);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Off', exact: true }).click();
  await expect(keys).toHaveText(['search-v2']);
  await page.reload();
  await expect(keys).toHaveText(['search-v2']);
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'For groups' }).click();
  await expect(page.getByRole('heading', { name: 'No flag matches' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all flags' }).click();
  await expect(keys).toHaveCount(3);

  await page.getByRole('button', { name: 'Key', exact: true }).click();
  await expect(keys).toHaveText(['checkout', 'search-v2', 'search-v3']);
  await expect(page.getByRole('columnheader', { name: 'Key' })).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('checkbox', { name: 'Select checkout' }).check();
  await page.getByRole('checkbox', { name: 'Select search-v3' }).click({ modifiers: ['Shift'] });
  const bulk = page.getByRole('toolbar', { name: 'Selected rows' });
  await expect(bulk).toContainText('3 selected');
  const requests: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && requests.push(new URL(request.url()).pathname));
  await bulk.getByRole('button', { name: 'Turn off' }).click();
  // One is off already, and stays off when the others are turned on again.
  const question = page.getByRole('dialog', { name: 'Turn off 2 flags?' });
  await expect(question).toContainText('1 override still applies.');
  await question.getByRole('button', { name: 'Turn off' }).click();
  const notice = page.getByRole('alert').filter({ hasText: '2 flags turned off.' });
  expect(requests).toEqual([`/api/projects/${server.project.id}/feature_flags/bulk/`]);
  await expect(bulk.getByText('3 selected')).toBeFocused();
  await notice.getByRole('button', { name: 'Undo' }).click();
  const on = page.getByRole('switch', { checked: true });
  await expect(on).toHaveCount(2);
  // The row opens wherever it is pressed, and the link back keeps the order.
  await page
    .getByRole('row', { name: /search-v3/ })
    .getByText('Everyone')
    .click();
  await expect(page.getByRole('heading', { name: 'search-v3', level: 1 })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Flags' }).click();
  await expect(page).toHaveURL(/sort=key/);
});

test('an unknown key that an app requested is listed, and one click creates a flag that is off', async ({
  server,
  open,
}) => {
  for (const key of ['new-nav', 'new-nav', 'no such key']) {
    const properties = { $feature_flag: key, $feature_flag_response: false };
    await server.capture({ event: '$feature_flag_called', distinct_id: 'ada', properties });
  }
  const page = await open('/feature-flags');
  await page.getByRole('link', { name: 'Unknown keys 2' }).click();
  await expect(page.getByRole('row', { name: /new-nav/ })).toContainText('2 times');
  await expect(page.getByRole('row', { name: /no such key/ })).toContainText('Invalid key');
  await page.getByRole('button', { name: 'Create as off: new-nav' }).click();
  await expect(page).toHaveURL(/\/feature-flags\/\d+/);
  const id = /feature-flags\/(\d+)/.exec(page.url())?.[1];
  expect(await server.api('GET', `${flags}${id}/`)).toMatchObject({ key: 'new-nav', active: false });
  expect(await server.api('GET', `${flags}unknown_keys/`)).toMatchObject({ count: 1 });
});

test('a person’s page shows the value of each flag, the reason, and what was served', async ({ server, open }) => {
  const everyone = { groups: [{ rollout_percentage: 100 }] };
  const id = await server.create(flags, { key: 'search', filters: everyone });
  await server.api('POST', flags, { key: 'checkout', filters: { groups: [{ rollout_percentage: 0 }] } });
  await server.api('POST', flags, { key: 'old', active: false });
  await server.capture({ event: 'seen', distinct_id: 'device-1' });
  await server.capture({ event: '$identify', distinct_id: 'ada', properties: { $anon_distinct_id: 'device-1' } });
  await server.capture({ distinct_id: 'ada' }, '/flags/?v=2');
  await server.api('POST', flags, { key: 'later', filters: everyone });
  const page = await open(`/persons/${await server.onlyPerson()}`);
  const asked = page.getByRole('combobox', { name: 'Flags for the distinct id' });
  await expect(asked).toHaveValue('ada');
  const table = page.getByRole('table', { name: 'Flags of the person' });
  const search = table.getByRole('row', { name: /search/ });
  await expect(search).toContainText('on');
  await expect(search).toContainText('condition matched');
  await expect(table.getByRole('row', { name: /checkout/ })).toContainText('outside the rollout');
  const later = table.getByRole('row', { name: /later/ });
  await expect(later.getByTitle('No answer for this person is stored.')).toHaveText(
    '– No answer for this person is stored.',
  );
  await expect(page.getByText('One more flag is turned off.')).toBeVisible();

  await server.api('POST', `${flags}${id}/overrides/`, { distinct_id: 'ada', value: false });
  await expect(search).toContainText('override');
  await expect(search.getByTitle('The last served value is different')).toContainText('on,');
  await search.getByRole('link', { name: 'search' }).click();
  await expect(page).toHaveURL(/person=ada/);
});
