import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { detail, names, row } from '../live-page.ts';

const pins = (page: Page) => page.getByRole('list', { name: 'Pinned events' }).getByRole('listitem');

test('pins have notes, survive their event, filter the list, and are the same in two tabs', async ({
  server,
  open,
  pictures,
}) => {
  await server.capture({ event: 'first', distinct_id: 'ann' });
  await server.capture({ event: 'second', distinct_id: 'bob', properties: { $benchtop_test_run: 'qa' } });
  await server.capture({ event: 'third', distinct_id: 'cy' });
  const page = await open('/live');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await row(page, /^first/).click();
  await page.keyboard.press('p');
  await expect(pins(other)).toContainText(['first']);
  await row(other, /^second/).click();
  await detail(other).getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(pins(page)).toContainText(['second', 'first']);

  await pins(page).filter({ hasText: 'second' }).getByRole('button', { name: 'Add note' }).click();
  const note = page.getByRole('textbox', { name: 'Note' });
  await expect(note).toBeFocused();
  await note.fill('never mind');
  await note.press('Escape');
  await expect(note).toHaveCount(0);
  await pins(page).filter({ hasText: 'second' }).getByRole('button', { name: 'Add note' }).click();
  await note.fill('no currency');
  await expectAccessible(page, 'with an open note');
  await note.press('Enter');
  await expect(pins(other).filter({ hasText: 'second' })).toContainText('no currency');
  await pins(page).filter({ hasText: 'second' }).getByRole('button', { name: 'Edit note' }).click();
  await note.fill('no currency at all');
  await pins(page).filter({ hasText: 'second' }).getByRole('button', { name: 'Save note' }).click();
  await expect(note).toHaveCount(0);
  await expect(pins(other).filter({ hasText: 'second' })).toContainText('no currency at all');
  await pictures('pins');
  await pins(page).filter({ hasText: 'second' }).getByRole('button', { name: 'Unpin' }).click();
  await expect(pins(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pins(page).filter({ hasText: 'second' })).toContainText('no currency');

  await page.getByRole('button', { name: 'Show only these' }).click();
  await expect.poll(() => names(page)).toEqual(['second', 'first']);
  await expect(page.getByRole('button', { name: 'Edit filter: event is pinned' })).toBeVisible();
  await expect(page).toHaveURL(/q=is%3Apinned/);
  await pins(other).filter({ hasText: 'first' }).getByRole('button', { name: 'Unpin' }).click();
  await expect.poll(() => names(page)).toEqual(['second']);
  await server.api('DELETE', '/api/projects/@current/test_runs/qa/');
  await expect(pins(page)).toContainText([/Deleted.*second.*no currency/]);
  await expectAccessible(page, 'with a deleted event');
  await page.reload();
  await expect(pins(page)).toContainText([/Deleted.*second.*no currency/]);
});

test('a pin says that its time is when the event happened', async ({ server, open }) => {
  await server.capture({ event: 'late', distinct_id: 'ann', timestamp: '2020-01-01T10:00:00Z' });
  const page = await open('/live');
  await row(page, /^late.*arrived/).click();
  await page.keyboard.press('p');
  await expect(pins(page)).toContainText([/Happened \d+y ago/]);
});
