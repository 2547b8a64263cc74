import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';

const rows = (page: Page) => page.getByRole('listbox', { name: 'Events, newest first' });
const row = (page: Page, name: RegExp) => rows(page).getByRole('option', { name });

test('rejected requests of no known project stand apart from the project’s own', async ({ server, open, picture }) => {
  const own = (await server.api('POST', '/api/projects/1/api_keys/', { name: 'Old app' })) as {
    id: number;
    value: string;
  };
  await server.api('DELETE', `/api/projects/1/api_keys/${own.id}/`);
  await server.capture({ event: 'signed up', distinct_id: 'ada' });
  await server.capture({ api_key: own.value, event: 'signed up', distinct_id: 'ada' });
  for (const unknown of ['phc_anotherApp', 'phc_oldCopyOfOurs'])
    await server.capture({ api_key: unknown, event: 'signed up', distinct_id: 'ada' });
  const page = await open('/live');
  const split = page.getByRole('radiogroup', { name: 'Show' });
  await expect(rows(page).getByRole('option')).toHaveCount(4);
  await expect(row(page, /no known project/)).toHaveCount(2);

  await split.getByText('Rejected').click();
  await expect(rows(page).getByRole('option')).toHaveCount(1);
  await expect(split.getByRole('radio', { name: 'Rejected 1' })).toBeChecked();
  await expect(row(page, /no known project/)).toHaveCount(0);
  await split.getByText('No known project').click();
  await expect(split.getByRole('radio', { name: 'No known project 2' })).toBeChecked();
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  await expect(row(page, /no known project/)).toHaveCount(2);

  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('columnheader', { name: 'No known project' })).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await picture(`live-no-known-project-${colorScheme}`);
  }

  await page.getByRole('link', { name: '1 rejected' }).click();
  await expect(row(page, /no known project/)).toHaveCount(0);
  await page.getByRole('link', { name: '2 of no known project' }).click();
  await expect(row(page, /no known project/)).toHaveCount(2);
});
