import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { measured, withErrors } from '../experiment-data.ts';
import { test } from '../fixtures.ts';

test('a reader sees how often the page would be wrong about these people, and what to expect of the lift', async ({
  server,
  open,
}) => {
  const id = await measured(server, { of: 150, sends: [30, 66], fails: [40, 15] }, withErrors);
  const page = await open(`/experiments/${id}?people=everyone`);

  const row = page
    .getByRole('table', { name: 'Results by metric and variant' })
    .getByRole('row', { name: /^test/ })
    .first();
  await expect(row).toContainText(/\+120%.*expect \+\d+%/);

  const panel = page.getByRole('region', { name: 'How often would this page be wrong here?' });
  const run = panel.getByRole('button', { name: 'Run up to 1,000 re-randomizations' });
  await run.focus();
  await run.press('Enter');
  await expect(panel.getByRole('status')).toContainText(/^In 1,000 re-randomizations, this page would have said/, {
    timeout: 30_000,
  });
  await expect(panel.getByRole('status')).toContainText('300 people and 4 looks');
  const table = panel.getByRole('table', { name: 'False verdicts of the re-randomizations, by metric' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row', { name: /^Errors/ })).toContainText('%');
  await expectAccessible(page);
  const again = panel.getByRole('button', { name: 'Run again' });
  const first = await panel.getByRole('status').textContent();
  await again.press('Enter');
  await expect(panel.getByRole('status')).toContainText('In 1,000 re-randomizations, this', { timeout: 30_000 });
  expect((await panel.getByRole('status').textContent())?.slice(0, 60)).toBe(first?.slice(0, 60));
});

test('an A/A simulation is stopped, and continues only when it is started again', async ({ server, open }) => {
  const id = await measured(server, { of: 150, sends: [30, 66] });
  const page = await open(`/experiments/${id}?people=everyone`);
  let answers = 0;
  await page.route('**/replay/?*', async (route) => {
    answers += 1;
    const response = await route.fetch();
    const answer = (await response.json()) as object;
    await route.fulfill({ response, json: { ...answer, status: 'running', played: 200 } });
  });
  const panel = page.getByRole('region', { name: 'How often would this page be wrong here?' });
  await panel.getByRole('button', { name: 'Run up to 1,000 re-randomizations' }).click();
  await expect(panel.getByRole('progressbar', { name: 'Re-randomizations done' })).toBeVisible();
  await expect(panel.getByRole('status')).toContainText('In 200 re-randomizations so far');
  await panel.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(panel.getByRole('button', { name: 'Run up to 1,000 re-randomizations' })).toBeVisible();
  const stopped = answers;
  await page.waitForTimeout(1500);
  expect(answers).toBeLessThanOrEqual(stopped + 1);
  await expect(panel.getByRole('status')).toContainText('In 200 re-randomizations so far');
});
