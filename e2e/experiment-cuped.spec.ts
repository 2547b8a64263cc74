import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { experiments, launched, people } from './experiment-data.ts';
import { test } from './fixtures.ts';

test('CUPED is switched on by keyboard, and says in the results what it did', async ({ server, open }) => {
  const id = await launched(server);
  await people(server, 'control', { of: 150, sends: 30 });
  await people(server, 'test', { of: 150, sends: 66 });
  const page = await open(`/experiments/${id}?tab=setup`);
  const section = page.getByRole('region', { name: 'Variance reduction' });
  const use = section.getByRole('switch', { name: 'Use CUPED' });
  await expect(use).not.toBeChecked();
  await use.focus();
  await page.keyboard.press('Space');
  await expect(section).toContainText('The experiment is running.');
  const days = section.getByLabel('Days before the exposure');
  await days.fill('7');
  await days.fill('');
  await days.blur();
  await expect(days).toHaveValue('14');
  await days.fill('7');
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(async () => (await server.api('GET', `${experiments}${id}/`)) as { parameters: object })
    .toMatchObject({ parameters: { benchtop: { cuped: { days: 7 } } } });

  await page.getByRole('link', { name: 'Results' }).click();
  const note = page.getByText(/is not applied: it needs 30 people who differ/);
  await expect(note).toBeVisible();
  await expect(page.getByRole('region', { name: 'Health of the experiment' })).toContainText('Changed mid-run');
  await page.getByRole('tab', { name: 'By days since exposure' }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: /by days since exposure/ });
  await expect(table.getByRole('row').filter({ hasText: 'Day 0' })).toHaveCount(1);
  await expect(page.getByText(/^test: Too few people or conversions|^test: No change/)).toBeVisible();
  await expectAccessible(page);
});
