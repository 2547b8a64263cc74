import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { experiments, flag, launched, measured } from '../experiment-data.ts';
import { switchOn } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';

test('a metric whose lifts CUPED adjusts is marked beside its values', async ({ server, open }) => {
  const id = await launched(server, {
    filters: { insight: 'TRENDS', events: [{ id: 'bought' }] },
    parameters: { benchtop: { cuped: { days: 7 } } },
  });
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const batch = Array.from({ length: 240 }, (_, index) => {
    const distinct_id = `person-${index}`;
    const variant = index % 2 === 0 ? 'control' : 'test';
    const bought = (hours: number) => ({ event: 'bought', distinct_id, timestamp: at(hours) });
    return [
      ...Array.from({ length: index % 5 }, () => bought(90)),
      {
        event: '$feature_flag_called',
        distinct_id,
        timestamp: at(48),
        properties: { $feature_flag: flag, $feature_flag_response: variant },
      },
      ...Array.from({ length: index % 5 }, () => bought(24)),
    ];
  });
  await server.capture({ batch: batch.flat() }, '/batch/');
  const page = await open(`/experiments/${id}`);
  const table = page.getByRole('table', { name: 'Results by metric and variant' });
  await expect(table.getByRole('rowheader', { name: 'Primary metric' })).toContainText('Lift after CUPED');
  await page.getByRole('button', { name: 'Stop…' }).click();
  const decided = page.getByRole('table', { name: 'Metrics of the decision' });
  await expect(decided.getByRole('rowheader', { name: 'Primary metric' })).toContainText('Lift after CUPED');
  await server.api('PATCH', `${experiments}${id}/`, { parameters: {} });
  await page.goBack();
  await expect(table.getByRole('rowheader', { name: 'Primary metric' })).not.toContainText('Lift after CUPED');
});

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
