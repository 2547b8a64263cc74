import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';

// Nothing listens on port 1.
test.use({ ownProcess: true, environment: { BENCHTOP_EVENTS_URL: 'clickhouse://127.0.0.1:1/benchtop' } });

test('an unreachable archive is shown in the status bar and under Settings, and retried at once on request', async ({
  pictures,
  openLive,
}) => {
  const page = await openLive({ event: 'kept', distinct_id: 'ada' });
  await expect(page.getByRole('option', { name: /^kept/ })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Archive: Waiting to retry' }).click();
  const archive = page.getByRole('region', { name: 'Archive in ClickHouse' });
  await expect(archive.getByRole('status')).toHaveText(
    'Waiting to retry The last attempt failed. Events wait for the next one.',
  );
  await expect(archive).toContainText(/Waiting\s*1 event/);
  await expect(archive).toContainText('Check that each server of ClickHouse runs and that this computer reaches it.');
  await expectAccessible(page, 'archive');
  await pictures('settings-archive');
  const asked = page.waitForResponse(/\/api\/archive\/retry\//);
  await archive.getByRole('button', { name: 'Retry now' }).click();
  expect((await asked).status()).toBe(200);
});
