import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { testAlone as test } from '../fixtures.ts';
import { BenchtopServer, personalKey, startProcess } from '../server.ts';

const reason = 'Definitions are edited at another server: see Settings › Server.';

test('a follower shows its definitions, where they are edited, and when its source is down', async ({
  page,
  server: source,
  pictures,
}) => {
  await source.api('POST', '/api/projects/1/feature_flags/', { key: 'new-checkout' });
  const env = { BENCHTOP_DEFINITIONS_URL: source.url, BENCHTOP_DEFINITIONS_KEY: personalKey };
  const follower = await BenchtopServer.start((dataDir, port) => startProcess(dataDir, port, env));
  try {
    await page.goto(await follower.link('/feature-flags'));
    await expect(page.getByRole('button', { name: 'New flag' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'New flag' })).toHaveAttribute('title', reason);
    await page.getByRole('link', { name: 'new-checkout' }).click();
    await expect(page.getByRole('group', { name: 'Flag', exact: true })).toHaveAttribute('disabled');
    // Empty parts are hidden in a locked form, and the next ones stay under their title.
    await page.goto(`${follower.url}/experiments/new`);
    const weight = await page.getByRole('textbox', { name: 'Weight of variant 1' }).boundingBox();
    const title = await page.getByText('Weight', { exact: true }).boundingBox();
    expect(weight?.x).toBeCloseTo(title?.x ?? 0, 0);
    await page.goto(`${follower.url}/settings/projects`);
    await expect(page.getByText(reason)).toBeVisible();
    // Personal keys are of this server.
    await page.goto(`${follower.url}/settings/personal-keys`);
    await expect(page.getByRole('button', { name: /^Rotate/ }).first()).toBeEnabled();
    await page.goto(`${follower.url}/test-runs`);
    await expect(page.getByRole('link', { name: 'Start test run' })).toBeEnabled();

    await page.goto(`${follower.url}/settings/server`);
    const section = page.getByRole('region', { name: 'Definitions from another server' });
    await expect(section.getByRole('status').first()).toHaveText('Current The source answered the last request.');
    await expect(section).toContainText(source.url);
    await expectAccessible(page, 'definitions');
    await pictures('settings-definitions');
    await source.kill();
    await expect(section.getByRole('status').first()).toContainText('Stale', { timeout: 30_000 });
    await expect(section).toContainText('No server listens at this address');
    // A page keeps requesting until it is left.
    await page.goto('about:blank');
  } finally {
    await follower.close();
  }
});
