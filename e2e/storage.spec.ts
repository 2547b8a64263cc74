import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('an emptied database is said on every page, and a copy brings its events back', async ({
  server,
  open,
  allowError,
}) => {
  // The copy knows no session that was started after it.
  allowError(/401 \(Unauthorized\)|403 \(Forbidden\)|ERR_|503/);
  await server.capture({ event: 'kept', distinct_id: 'ada' });
  const page = await open('/settings/server');
  await page.getByRole('button', { name: 'Make a copy' }).click();
  await expect(page.getByRole('table', { name: 'Copies of the database' })).toContainText('Made by hand');
  await server.kill();
  await truncate(join(server.dataDir, 'benchtop.sqlite'), 0);
  await server.resume();

  const after = await open('/settings/server');
  await expect(after.getByRole('alert')).toContainText('The database file was empty.');
  await after.getByRole('button', { name: 'Restore', exact: true }).click();
  await after.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect
    .poll(async () => JSON.stringify(await server.api('GET', '/api/projects/1/events/')), { timeout: 20_000 })
    .toContain('"kept"');
});
