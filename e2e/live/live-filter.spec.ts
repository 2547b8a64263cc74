import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { detail, names, row, rows, span } from '../live-page.ts';

const filter = (page: Page) => page.getByRole('combobox', { name: 'Filter events' });

async function filterBy(page: Page, text: string): Promise<void> {
  await filter(page).fill(text);
  await page.keyboard.press('Enter');
}

test('the filter is typed as tokens, shown as chips, and reopens from the address', async ({
  server,
  open,
  picture,
}) => {
  await server.capture({ event: 'signed up', distinct_id: 'ada', properties: { plan: 'pro', price: 20 } });
  await server.capture({ event: 'signed up', distinct_id: 'ben', properties: { plan: 'free', price: 0 } });
  await server.capture({ event: 'left', distinct_id: 'ada', properties: { note: 'too expensive' } });
  const page = await open('/live');
  await expect(rows(page).getByRole('option')).toHaveCount(3);
  await page.keyboard.press('/');
  await expect(filter(page)).toBeFocused();
  await page.keyboard.type('sign');
  await expect(page.getByRole('option', { name: 'signed up event' })).toHaveAttribute('data-combobox-selected');
  await page.keyboard.press('Enter');
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  await filter(page).fill('price>10');
  await picture('live-filter');
  await page.keyboard.press('Enter');
  await expect(rows(page).getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Edit filter: price is greater than 10' })).toBeVisible();

  await page.reload();
  await expect(row(page, /^signed up, ada/)).toBeVisible();
  await expect(rows(page).getByRole('option')).toHaveCount(1);

  await filterBy(page, 'price>much');
  await expect(page.getByRole('alert')).toContainText('can be compared with a number');
  await filterBy(page, 'expensive');
  await expect(page.getByRole('heading', { name: 'No event matches (last day)' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter: event is signed up' }).click();
  await page.getByRole('button', { name: 'Remove filter: price is greater than 10' }).click();
  await expect(row(page, /^left, ada/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(3);

  await filterBy(page, 'evnt:left');
  await expect(page.getByRole('alert')).toContainText('Did you mean event:left?');
  await filterBy(page, 'event:"singed up"');
  await page.getByRole('button', { name: 'Did you mean “signed up”?' }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  await row(page, /^signed up, ada/).click();
  await detail(page).getByRole('button', { name: 'Filter by this: price is 20' }).click();
  await expect(page.getByRole('button', { name: 'Edit filter: price is 20' })).toBeVisible();
  await expect(rows(page).getByRole('option')).toHaveCount(1);
  await expect(detail(page).getByRole('list', { name: 'SDK properties' })).toBeHidden();
  await detail(page)
    .getByRole('button', { name: /^SDK properties/ })
    .click();
  await expect(detail(page).getByRole('list', { name: 'SDK properties' })).toContainText('$ip');
});

test('a filter is saved as a view by name', async ({ server, open, picture }) => {
  await server.capture({ event: 'a', distinct_id: 'ada' });
  await server.capture({ event: 'b', distinct_id: 'ben' });
  const page = await open('/live?q=person:ben');
  await expect(row(page, /^b, ben/)).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Only Ben');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  const choose = async (column: string, choice: string) => {
    await page.getByRole('button', { name: `${column}: time and order` }).click();
    await page.getByRole('menuitemradio', { name: choice }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  };
  await choose('Arrived', 'With milliseconds');
  await expect(row(page, /^b, ben/).getByText(/^\d\d:\d\d:\d\d\.\d{3}$/)).toBeVisible();
  await server.capture({ event: 'long ago', distinct_id: 'ada', timestamp: '2020-01-01T00:00:00Z' });
  await expect.poll(() => names(page)).toEqual(['long ago', 'b', 'a']);
  await choose('Arrived', 'Event time');
  await expect.poll(() => names(page)).toEqual(['b', 'a', 'long ago']);
  await choose('Happened', 'Since the row below');
  await expect(row(page, /^a, ada/).getByText(/^\+\d+ d$/)).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: /^Only Ben/ }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(1);
  expect(await server.api('GET', '/api/projects/@current/saved_views/')).toMatchObject({
    results: [{ name: 'Only Ben', filter: 'person:ben', status: null }],
  });
  // A name that a view has already, perhaps of somebody else.
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Accepted').click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Only Ben');
  await expect(page.getByText('Replaces the view of this name: person:ben')).toBeVisible();
  await expectAccessible(page, 'saving a view');
  await picture('saved-views');
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('button', { name: /^Only Ben/ })).toContainText('status:accepted person:ben');
  await page.getByRole('button', { name: 'Delete view Only Ben' }).click();
  await expect(page.getByText('No saved views yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => server.api('GET', '/api/projects/@current/saved_views/'))
    .toMatchObject({ results: [{ name: 'Only Ben', filter: 'person:ben', status: 'accepted' }] });
});

test('a deleted view whose name was taken meanwhile is not restored, and says how to get it back', async ({
  server,
  open,
  allowError,
  picture,
}) => {
  const views = '/api/projects/@current/saved_views/';
  await server.api('POST', views, { name: 'Only Ben', filter: 'person:ben', status: 'accepted' });
  const page = await open('/live');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Delete view Only Ben' }).click();
  await expect(page.getByText('No saved views yet')).toBeVisible();
  await server.api('POST', views, { name: 'Only Ben', filter: 'person:benny', status: null });
  allowError(/status of 400/);
  await page.getByRole('button', { name: 'Undo' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Could not undo' });
  await expect(notice).toContainText(
    'Another view is named “Only Ben” now. To restore the deleted one, enter its filter and save it under another name: status:accepted person:ben',
  );
  await expect(notice).not.toContainText('Change what was sent');
  await picture('view-name-taken');
});

test('a filter with a time of its own spans all time, and “Show only” also finds what was cleared', async ({
  server,
  open,
  visit,
}) => {
  await server.capture({ batch: ['a', 'b'].map((event) => ({ event, distinct_id: 'ada' })) }, '/batch/');
  const page = await open('/live');
  await expect(span(page)).toHaveText('last day');
  await filterBy(page, 'since:7d');
  await expect(span(page)).toHaveText('all time');
  await expect(page.getByRole('button', { name: /^Edit .* since \d+ \w+ .*\d\d:\d\d:\d\d/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(span(page)).toHaveText('last day');

  for (const only of ['Show only this request', 'Show only these']) {
    await visit('/live');
    await row(page, /^a, ada/).click();
    if (only === 'Show only these') await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Cleared: waiting for new events' })).toBeVisible();
    await page.getByRole('button', { name: only }).click();
    await expect(row(page, /^a, ada/)).toBeVisible();
    await expect(span(page)).toHaveText('all time');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect(span(page)).toHaveText('last day');
  }
  await page.getByRole('combobox', { name: 'Time span' }).selectOption('last hour');
  await expect(page).toHaveURL(/minutes=60/);
});
