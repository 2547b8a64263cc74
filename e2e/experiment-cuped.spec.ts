import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { experiments, measured } from './experiment-data.ts';
import { switchOn } from './experiment-setup.ts';
import { test } from './fixtures.ts';

test('CUPED is turned on by keyboard, and the results say what it changed', async ({ server, open }) => {
  const id = await measured(server, { of: 150, sends: [30, 66] });
  const page = await open(`/experiments/${id}?tab=setup`);
  const section = await switchOn(page, 'Variance reduction', 'Use CUPED');
  await expect(section).toContainText('The experiment is running.');
  const days = section.getByLabel('Days before the exposure');
  await days.fill('7');
  await days.fill('');
  await days.blur();
  await expect(days).toHaveValue('14');
  await days.fill('7');
  const prior = page.getByRole('region', { name: 'Expected effects' });
  await prior.getByLabel('Prior standard deviation').fill('0.2');
  await expect(prior).toContainText('At 0.2, two of three true lifts are from');
  await expectAccessible(page);
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(async () => (await server.api('GET', `${experiments}${id}/`)) as { parameters: object })
    .toMatchObject({ parameters: { benchtop: { cuped: { days: 7 }, prior_sd: 0.2 } } });

  await page.getByRole('link', { name: 'Results' }).click();
  const note = page.getByText(/is not applied: it needs 30 people who differ/);
  await expect(note).toBeVisible();
  await expect(page.getByRole('region', { name: 'Health of the experiment' })).toContainText('Changed since the start');
  await page.getByRole('tab', { name: 'By days since exposure' }).focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: /by days since exposure/ });
  await expect(table.getByRole('row').filter({ hasText: 'Day 0' })).toHaveCount(1);
  await expect(page.getByText(/^test: Fewer than half of the people are past their second day/)).toBeVisible();
  await expectAccessible(page);
});
