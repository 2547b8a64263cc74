import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';

const actions = '/api/projects/@current/actions/';
const formula = '=HYPERLINK("http://127.0.0.1/","ann")';

const click = (id: string, url = 'https://shop.example/cart') => ({
  event: '$autocapture',
  distinct_id: id,
  properties: {
    $event_type: 'click',
    $current_url: url,
    $elements_chain: 'button.cta:nth-child="1"nth-of-type="1"text="Buy now";form#cart:nth-child="2"nth-of-type="1"',
  },
});
const order = (id: string) => ({ event: 'order placed', distinct_id: id, properties: { amount: 40 } });
/** In one day, also if the test runs past midnight. */
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
const at = <Event extends object>(event: Event) => Object.assign({ timestamp: anHourAgo }, event);

const preview = (page: Page) => page.getByRole('complementary', { name: 'Matching events' });
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Sections of the action' }).getByRole('link', { name });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const mainNavigation = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });

async function pick(page: Page, event: RegExp): Promise<void> {
  await page
    .getByRole('listbox', { name: /^Events/ })
    .getByRole('option', { name: event })
    .click();
  await page.getByRole('tab', { name: 'Matches' }).click();
}

async function expectMatches(page: Page, event: RegExp, count: '1 of' | '0 of'): Promise<void> {
  await pick(page, event);
  await expect(page.getByText(`Matches ${count} 1 action.`)).toBeVisible();
}

test('a product manager creates an action from a click, widens it, and sees who did it', async ({ server, open }) => {
  const batch = [click('ada'), click('bob'), order('cyd'), order('cyd'), order(formula)];
  await server.capture({ batch: batch.map(at) }, '/batch/');
  await server.capture({ event: '$pageview', distinct_id: 'eve' });
  const page = await open('/live');
  await pick(page, /\$autocapture.*ada/);
  await page.getByRole('link', { name: 'Create action from this event' }).click();
  await expect(preview(page).getByText('Matches the original event')).toBeVisible();
  await expect(preview(page).getByRole('list', { name: 'Newest matching events' })).toContainText('ada');
  await expect(preview(page)).toContainText('2 events of 2 people');

  await page.getByRole('button', { name: 'Add step' }).click();
  const second = page.getByRole('combobox', { name: 'Event name of step 2' });
  await second.fill('order');
  await expect(page.getByText('; or “order” events.')).toBeVisible();
  await expect(preview(page)).toContainText('2 events of 2 people');
  await second.press('End');
  await second.pressSequentially(' placed');
  await expect(preview(page)).toContainText('5 events of 4 people');
  await nameField(page).fill('Bought');
  await page.getByRole('combobox', { name: 'Tags' }).fill('Revenue');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option', { name: 'Nobody' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('“Bought” is created.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bought', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Actions tagged revenue' })).toBeVisible();
  await expect(page.getByText('Up to date')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Owner' })).toHaveValue('Nobody');

  await tab(page, /^Count/).click();
  const figures = page.locator('dl').filter({ hasText: 'Matches per person' });
  await expect(figures).toContainText('Matches5People4Matches per person1.3');
  await server.capture(at(order('dee')));
  await expect(figures).toContainText('Matches6People5');
  await page.getByRole('button', { name: 'Table' }).click();
  const days = page.getByRole('table', { name: 'Matches per day, last 30 days' }).getByRole('row');
  const day = days.filter({ has: page.getByRole('cell', { name: '6', exact: true }) });
  await expect(day.getByRole('cell')).toHaveText(['6', '5']);

  await tab(page, /^People/).click();
  await expect(page.getByRole('heading', { name: 'People, all time' })).toBeVisible();
  const people = page.getByRole('table', { name: 'People' });
  await expect(people.getByRole('row', { name: /cyd/ }).getByRole('cell').nth(1)).toHaveText('2');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the people as CSV' }).click(),
  ]);
  const rows: Record<string, string>[] = parse(await readFile(await file.path()), { columns: true });
  expect(Object.fromEntries(rows.map((row) => [row.name, row.action_count]))).toEqual({
    ada: '1',
    bob: '1',
    cyd: '2',
    dee: '1',
    [`'${formula}`]: '1',
  });

  await mainNavigation(page, 'Live').click();
  await expectMatches(page, /\$autocapture.*ada/, '1 of');
  await expectMatches(page, /\$pageview.*eve/, '0 of');
});

test('an event that does not match explains why, and after applying the hint the action counts it', async ({
  server,
  open,
}) => {
  const exact = { event: '$autocapture', text: 'Buy now', url: 'https://shop.example/cart', url_matching: 'exact' };
  const id = await server.create(actions, { name: 'Clicked Buy now', steps: [exact] });
  await server.capture({ batch: [click('ada'), click('bob', 'https://shop.example/cart?step=2')] }, '/batch/');
  const page = await open('/live');
  await expectMatches(page, /\$autocapture.*bob/, '0 of');
  await page.getByRole('button', { name: 'Why Clicked Buy now does not match' }).click();
  const why = page.getByRole('list', { name: 'Steps' });
  await expect(why).toContainText('The event has https://shop.example/cart?step=2');
  await expect(why).toContainText('It would match if url_matching were contains.');
  await expect(why.getByRole('img', { name: 'Holds', exact: true })).toHaveCount(2);

  await page.getByRole('list', { name: 'Actions' }).getByRole('link', { name: 'Clicked Buy now' }).click();
  await page.getByRole('combobox', { name: 'Event to check' }).fill('bob');
  await page.getByRole('option', { name: /autocapture.*bob/ }).click();
  const check = page.getByRole('region', { name: 'Check one event' });
  await check.getByRole('button', { name: 'Match URL by contains' }).click();
  await expect(check).not.toContainText('does not match');
  await expect(preview(page)).toContainText('2 events of 2 people');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('“Clicked Buy now” is saved.')).toBeVisible();
  await expect.poll(() => server.api('GET', `${actions}${id}/count/`)).toMatchObject({ count: 2 });
  await page.goBack();
  await expectMatches(page, /\$autocapture.*bob/, '1 of');
});

test('the window shows the progress while stored events are matched, and the count becomes complete', async ({
  server,
  open,
}) => {
  const views = Array.from({ length: 2000 }, (_, index) => ({ event: 'seen', distinct_id: `visitor-${index % 500}` }));
  for (let sent = 0; sent < 30; sent++) await server.capture({ batch: views }, '/batch/');
  const page = await open('/actions/new');
  await nameField(page).fill('Saw anything');
  await page.getByRole('combobox', { name: 'Event name of step 1' }).fill('seen');
  // Watched from before the save: it may be over within a second.
  const seen = [
    page.getByRole('progressbar', { name: 'Stored events matched' }).waitFor(),
    page.getByText(/^Calculating( \d+%)?$/).waitFor(),
    page.getByText(/\d+% of the stored events are matched, newest first/).waitFor(),
  ];
  await page.getByRole('button', { name: 'Create action' }).click();
  await Promise.all(seen);
  await expect(page.getByText('Up to date')).toBeVisible();
  await expect(tab(page, /^Count/)).toHaveText('Count 60,000');
  await expect(tab(page, /^People/)).toHaveText('People 500');
});

test('unsaved changes survive a click elsewhere, and a deleted action is restored completely', async ({
  server,
  open,
}) => {
  await server.create(actions, { name: 'Signed up', tags: ['growth'], steps: [{ event: 'signed up' }] });
  await server.create(actions, { name: 'Ordered', tags: ['revenue'], steps: [{ event: 'order placed' }] });
  await server.capture(order('ada'));
  const page = await open('/actions');
  await page.getByRole('link', { name: 'Ordered' }).click();
  await nameField(page).fill('Ordered once');
  await mainNavigation(page, 'Actions').click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(nameField(page)).toHaveValue('Ordered once');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('heading', { name: 'Ordered once', level: 1 })).toBeVisible();

  const remove = async () => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete action' }).press('Enter');
    await expect(page.getByText('This action is deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ordered once', level: 1 })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeHidden();
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('This action is deleted')).toBeHidden();
  await remove();
  await expect(nameField(page)).toBeDisabled();

  await mainNavigation(page, 'Actions').click();
  await expect(page.getByRole('row', { name: /Signed up/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Ordered once/ })).toBeHidden();
  await page.getByRole('combobox', { name: 'Deletion filter' }).click();
  await page.getByRole('option', { name: 'Deleted', exact: true }).click();
  await page.getByRole('button', { name: 'Restore Ordered once' }).click();
  await page.getByRole('link', { name: 'Show all actions' }).click();
  await page.getByRole('combobox', { name: 'Tags', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Tags', exact: true })).toBeFocused();
  const heightOf = async () =>
    (await page.getByRole('main').getByRole('searchbox').locator('../../..').boundingBox())?.height;
  const before = await heightOf();
  expect(before).toBeGreaterThan(0);
  await page.getByRole('option', { name: 'revenue' }).click();
  await expect(page.getByRole('row', { name: /Signed up/ })).toBeHidden();
  expect(await heightOf()).toBe(before);
  await page.getByRole('searchbox', { name: 'Search names and descriptions' }).fill('ONCE');
  await expect(
    page
      .getByRole('row', { name: /Ordered once/ })
      .getByRole('cell')
      .nth(2),
  ).toHaveText(/1$/);
});

test('two people who are merged later are one person in earlier counts too', async ({ server, open }) => {
  await server.capture({ batch: [order('device-1'), order('device-1'), order('ada'), order('bob')] }, '/batch/');
  const id = await server.create(actions, { name: 'Ordered', steps: [{ event: 'order placed' }] });
  const page = await open(`/actions/${id}?tab=people`);
  const people = page.getByRole('table', { name: 'People' });
  await expect(people.getByRole('row')).toHaveCount(4);
  await expect(tab(page, /^People/)).toHaveText('People 3');

  await server.capture({ event: '$identify', distinct_id: 'ada', properties: { $anon_distinct_id: 'device-1' } });
  await expect(people.getByRole('row')).toHaveCount(3);
  await expect(people.getByRole('row', { name: /ada/ })).toContainText('and 1 more');
  await expect(people.getByRole('row', { name: /ada/ }).getByRole('cell').nth(1)).toHaveText('3');
  await expect(tab(page, /^People/)).toHaveText('People 2');
  await expect(tab(page, /^Count/)).toHaveText('Count 4');

  await server.capture({ event: '$merge_dangerously', distinct_id: 'ada', properties: { alias: 'bob' } });
  await expect(tab(page, /^People/)).toHaveText('People 1');
  await expect(tab(page, /^Count/)).toHaveText('Count 4');
});

test('the list, the editor and each part of an action have no accessibility violations in either theme', async ({
  server,
  open,
  visit,
}) => {
  test.slow();
  await server.capture({ batch: [click('ada'), click('bob', 'https://shop.example/'), order(formula)] }, '/batch/');
  const steps = [{ event: '$autocapture', url: '/cart' }, { event: 'order placed' }];
  const id = await server.create(actions, { name: 'Bought', tags: ['a', 'b', 'c'], steps, post_to_chat: true });
  await server.create(actions, { name: 'No step' });
  await server.create(actions, { name: 'Gone', deleted: true, steps });
  const page = await open('/actions');
  await expect(page.getByRole('row', { name: /Bought/ }).getByRole('img', { name: /^2 in/ })).toBeVisible();
  await expectAccessible(page, 'list');
  await visit('/actions?deleted=true');
  await expect(page.getByRole('button', { name: 'Restore Gone' })).toBeVisible();
  await expectAccessible(page, 'deleted');

  await visit('/live');
  await pick(page, /\$autocapture.*bob/);
  await page.getByRole('button', { name: 'Why Bought does not match' }).click();
  await expectAccessible(page, 'matches of an event');
  await page.getByRole('link', { name: 'Create action' }).click();
  await expect(preview(page).getByText('Matches the original event')).toBeVisible();
  await nameField(page).fill('');
  await page.getByRole('textbox', { name: 'Text of step 1', exact: true }).fill('Buy');
  await page.keyboard.press('Control+s');
  await expect(preview(page).getByText('No longer matches the original event')).toBeVisible();
  await expect(nameField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'editor with problems');
  await visit(`/actions/${id}`);
  await expect(preview(page)).toContainText('2 events of 2 people');
  await expectAccessible(page, 'definition');
  await tab(page, /^Count/).click();
  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('table', { name: /^Matches per day/ })).toBeVisible();
  await expectAccessible(page, 'count');
  await tab(page, /^People/).click();
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible();
  await expectAccessible(page, 'people');
  await tab(page, /^Chat/).click();
  await expect(page.getByRole('link', { name: 'Set the webhook' })).toBeVisible();
  await expectAccessible(page, 'chat');
});
