import { readFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import { test } from '../fixtures.ts';

const actions = '/api/projects/@current/actions/';
const paid = { event: 'paid', properties: [{ key: 'amount', operator: 'gt', value: 100 }] };
const threeMatches = expect.stringMatching(/: 3 matches by 2 people$/);
const pay = (id: string, amount: number) => ({ event: 'paid', properties: { distinct_id: id, amount } });

/** Reads today and yesterday: an hour ago is one of them. */
async function lastDays(chart: Locator, readout: Locator): Promise<string[]> {
  await chart.press('End');
  const today = await readout.innerText();
  await chart.press('ArrowLeft');
  await expect(readout).not.toHaveText(today);
  return [today, await readout.innerText()];
}

test('the list explains actions while it is empty, then counts each as events arrive', async ({ server, open }) => {
  const page = await open('/actions');
  await expect(page.getByRole('heading', { name: 'No actions yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create your first action' })).toBeVisible();

  await server.capture(pay('ada', 120));
  await server.api('POST', actions, { name: 'Paid much', tags: ['Revenue'], steps: [paid] });
  await server.api('POST', actions, { name: 'Only an idea', tags: ['later'] });
  const row = page.getByRole('row', { name: /Paid much/ });
  await expect(row).toContainText('Matches “paid” events where amount is greater than 100.');
  await expect(row).toContainText('Up to date');
  await expect(row.getByRole('cell').nth(2)).toHaveText(/1$/);
  await expect(page.getByRole('row', { name: /Only an idea/ })).toContainText('No steps');
  await server.capture(pay('bob', 200));
  await server.capture(pay('bob', 20));
  await expect(row.getByRole('img', { name: /^2 in the last 14 days/ })).toBeVisible();
  await expect(row.getByRole('cell').nth(3)).toHaveText('2');

  await row.getByRole('link', { name: 'Actions tagged revenue' }).click();
  await expect(page.getByRole('row', { name: /Only an idea/ })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search names and descriptions' }).fill('zebra');
  await expect(
    page.getByText('No action contains “zebra” in its name or description and is tagged “revenue”.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Show all actions' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('an action is deleted in its row, the deletion undone, and a deleted one restored', async ({ server, open }) => {
  const id = await server.create(actions, { name: 'Old', steps: [paid] });
  const page = await open('/actions');
  await page.getByRole('button', { name: 'More actions for Old' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No actions yet' })).toBeVisible();
  await page.getByRole('alert').filter({ hasText: '“Old” is deleted.' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row', { name: /Old/ })).toBeVisible();

  await server.api('PATCH', `${actions}${id}/`, { deleted: true });
  await page.getByRole('combobox', { name: 'Deletion filter' }).click();
  await page.getByRole('option', { name: 'Deleted', exact: true }).click();
  await page.getByRole('button', { name: 'Restore Old' }).click();
  await expect(page.getByRole('heading', { name: 'No deleted actions' })).toBeVisible();
  expect(await server.api('GET', `${actions}${id}/`)).toMatchObject({ deleted: false });
});

test('count and people of an action are shown, as a table and as CSV too', async ({ server, open }) => {
  // In one day, also if the test runs past midnight.
  const timeMs = Date.now() - 3_600_000;
  const anHourAgo = new Date(timeMs).toISOString();
  const old = new Date(timeMs - 40 * 86_400_000).toISOString();
  await server.capture({ ...pay('ada', 150), timestamp: old });
  const day = anHourAgo.slice(0, 10);
  for (const who of ['ada', 'ada', '=bob']) await server.capture({ ...pay(who, 150), timestamp: anHourAgo });
  const id = await server.create(actions, { name: 'Paid', steps: [paid] });
  const page = await open(`/actions/${id}?tab=count`);
  const matches = page.locator('dl').filter({ hasText: 'Matches per person' });
  await expect(matches).toContainText('Matches3People2Matches per person1.5');
  const chart = page.getByRole('img', { name: /^Matches per day, last 30 days: .*: 3 matches by 2 people$/ });
  const readout = page.getByRole('region', { name: 'Matches per day' }).getByRole('status');
  await chart.press('Home');
  await expect(readout).toHaveText(/: none$/);
  expect(await lastDays(chart, readout)).toContainEqual(threeMatches);

  await page.getByRole('radiogroup', { name: 'Days' }).getByText('All').click();
  await expect(matches).toContainText('Matches4');
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table', { name: 'Matches per day, all time' }).getByRole('row')).toHaveCount(42);
  await page.getByRole('textbox', { name: 'First day' }).fill(day);
  await expect(matches).toContainText('Matches3');
  await expect(page).toHaveURL(new RegExp(`from=.?${day}`));
  const [days] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the count per day as CSV' }).click(),
  ]);
  expect(days.suggestedFilename()).toBe(`action-${id}-count.csv`);
  expect(await readFile(await days.path(), 'utf8')).toBe(`date,matches,people\r\n${day},3,2\r\n`);

  await page.getByRole('textbox', { name: 'First day' }).fill('2100-01-01');
  await expect(page.getByRole('heading', { name: 'No match, from Fri 1 Jan 2100' })).toBeVisible();
  await expect(page.getByText('Other days may have matches.')).toBeVisible();

  // The newest match is not one of these days.
  await page.getByRole('textbox', { name: 'First day' }).fill(old.slice(0, 10));
  await page.getByRole('textbox', { name: 'Last day' }).fill(old.slice(0, 10));
  await expect(matches).toContainText(/Matches1.*Last match, all time1h ago/);
  const newest = page.getByRole('table', { name: 'Newest matches' });
  await expect(newest.getByRole('row')).toHaveCount(2);
  await expect(newest.getByRole('time')).toHaveAttribute('datetime', old);

  // Days to come are no days without a match.
  await page.getByRole('textbox', { name: 'Last day' }).fill('2100-01-01');
  const allDays = page.getByRole('img', { name: /^Matches per day, from .* 2100: / });
  expect(await lastDays(allDays, readout)).toContainEqual(threeMatches);
  await expect(newest.getByRole('row')).toHaveCount(5);

  await page.getByRole('link', { name: 'People 2' }).click();
  const ada = page.getByRole('row', { name: /ada/ });
  await expect(ada.getByRole('cell').nth(1)).toHaveText('3');
  const [people] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the people as CSV' }).click(),
  ]);
  const csv = await readFile(await people.path(), 'utf8');
  expect(csv).toContain(",'=bob,");
  await ada.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'ada', level: 1 })).toBeVisible();
});

test('the inspector shows which actions an event matches, and why the others do not match', async ({
  server,
  open,
}) => {
  const uuid = crypto.randomUUID();
  await server.api('POST', actions, { name: 'Paid', steps: [paid] });
  await server.api('POST', actions, { name: 'Paid pro', steps: [{ event: 'Paid' }] });
  await server.capture({ ...pay('ada', 150), uuid });
  const page = await open(`/live?selected=${uuid}`);
  await page.getByRole('tab', { name: 'Matches' }).click();
  const verdicts = page.getByRole('list', { name: 'Actions' });
  await expect(page.getByText('Matches 1 of 2 actions.')).toBeVisible();
  await expect(verdicts.getByRole('listitem').filter({ hasText: 'Paid pro' })).toContainText('differs only in case');
  await verdicts.getByRole('button', { name: 'Why Paid matches' }).click();
  await expect(verdicts.getByRole('list', { name: 'Steps' })).toContainText('amount');

  await page.getByRole('link', { name: 'Create action' }).click();
  await expect(page).toHaveURL(new RegExp(`/actions/new\\?event=${uuid}`));
});

test('an action is renamed in the heading, and found in the palette by the new name', async ({
  server,
  open,
  visit,
}) => {
  const id = await server.create(actions, { name: 'Paid', steps: [paid] });
  const page = await open(`/actions/${id}?tab=people`);
  await expect(page.getByRole('heading', { name: 'No people' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit name of the action Paid' }).click();
  const name = page.getByRole('textbox', { name: 'name of the action Paid' });
  await name.fill('Paid a lot');
  await name.press('Enter');
  await expect(page.getByRole('heading', { name: 'Paid a lot', level: 1 })).toBeVisible();

  await visit('/persons');
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('a lot');
  await page.getByRole('option', { name: 'Paid a lot' }).click();
  await expect(page).toHaveURL(new RegExp(`/actions/${id}`));
});
