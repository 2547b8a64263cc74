import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { lostServer, test } from './fixtures.ts';
import type { BenchtopServer } from './server.ts';

test.use({ ownProcess: true });

async function emptyDatabase(server: BenchtopServer): Promise<void> {
  await server.kill();
  await truncate(join(server.dataDir, 'benchtop.sqlite'), 0);
  await server.resume();
}

test('every page warns of an emptied database, and a copy restores its events', async ({
  server,
  open,
  allowError,
  picture,
}) => {
  // The new database does not know the session of the old one.
  allowError(/401 \(Unauthorized\)|503/);
  allowError(lostServer);
  await server.capture({ event: 'kept', distinct_id: 'ada' });
  const page = await open('/settings/server');
  await page.getByRole('button', { name: 'Create copy' }).click();
  await expect(page.getByRole('table', { name: 'Database copies' })).toContainText('Manual');
  // The marker may be a second behind, and only it tells the next start how many events there were.
  await expect(async () =>
    expect(await readFile(join(server.dataDir, 'marker.json'), 'utf8')).toContain('"accepted":1'),
  ).toPass();
  await emptyDatabase(server);
  const after = await open('/settings/server');
  await expect(after.getByRole('alert')).toHaveText('Check the stored data.');
  await expect(after.getByRole('region', { name: 'Check the stored data.' })).toContainText(
    'The database file was empty (0 bytes), and a new one was created. It held 1 event.',
  );
  await expect(after.getByRole('link', { name: 'Restore or continue' })).toBeVisible();
  await after.getByRole('button', { name: /^Restore the copy of/ }).click();
  await after.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  // The window that asked for it stays signed in, and says what was done.
  const said = after.getByRole('status').filter({ hasText: 'Restored' });
  await expect(said).toHaveText(
    /^Restored the copy of \d{4}-\d\d-\d\d \d\d:\d\d: 1 event\. The previous database \(0 events\) is in set-aside\S+ in the data folder\.$/,
    { timeout: 20_000 },
  );
  await expect(after.getByRole('alert')).toHaveCount(0);
  await picture('storage-restored');
  expect(JSON.stringify(await server.api('GET', '/api/projects/@current/events/'))).toContain('"kept"');
  expect(server.output).toMatch(/^Restored the copy of \S+ \(1 event\)\./m);
});

test('after continuing with the current data, no page warns of the loss', async ({ server, open, page, pictures }) => {
  await server.capture({ event: 'lost', distinct_id: 'ada' });
  await emptyDatabase(server);
  await open('/settings/server');
  const banner = page.getByRole('region', { name: 'Check the stored data.' });
  await expect(banner).toBeVisible();
  // There is no copy to restore.
  await expect(banner.getByRole('link')).toHaveText('Review and continue');
  await expect(page.getByRole('button', { name: 'Continue with the current data' })).toBeVisible();
  await pictures('storage-finding');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue with the current data' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('No copies yet.')).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('an empty list whose server stopped does not say that it was cleared', async ({ server, open, allowError }) => {
  allowError(lostServer);
  const page = await open('/live');
  await expect(page.getByRole('heading', { name: 'See every event your app sends' })).toBeVisible();
  await server.kill();
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await expect(page.getByText(/Cleared/)).toHaveCount(0);
  await server.resume();
  await expect(page.getByText('Reconnecting')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByRole('heading', { name: 'See every event your app sends' })).toBeVisible();
});
