import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { experiments, measured } from '../experiment-data.ts';
import { switchOn } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';

test('test runs are excluded from an experiment by keyboard, and its results say so', async ({
  server,
  open,
  pictures,
}) => {
  const id = await measured(server, { of: 60, sends: [20, 30] });
  const page = await open(`/experiments/${id}?tab=setup`);
  const section = await switchOn(page, 'Exclusions', 'Exclude test runs');
  await expect(section).toContainText('When on, events of test runs, including exposures, count in no metric');
  await expect(section).toContainText('The experiment is running, so the results will note the change.');
  await section.scrollIntoViewIfNeeded();
  await expectAccessible(page, 'setup');
  await pictures('experiment-test-runs');
  await page.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(async () => (await server.api('GET', `${experiments}${id}/`)) as { filters: object })
    .toMatchObject({ filters: { benchtop: { exclude_test_runs: true } } });
  await page.reload();
  await expect(section.getByRole('switch', { name: 'Exclude test runs' })).toBeChecked();

  await page.getByRole('link', { name: 'Results' }).click();
  const health = page.getByRole('region', { name: 'Health of the experiment' });
  await expect(health).toContainText('Changed since the start');
  await health.getByRole('button', { name: 'Test runs excluded' }).click();
  await expect(health).toContainText(
    'Events of test runs, including exposures, count in no metric of this experiment.',
  );
  await expectAccessible(page, 'results');
  await pictures('experiment-test-runs-results');
});
