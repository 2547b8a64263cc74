import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { test } from './fixtures.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the window says what the storage does with new events, in the ${colorScheme} theme`, async ({
    server,
    open,
    page,
    picture,
  }) => {
    await page.emulateMedia({ colorScheme });
    await open('/settings/server');
    const [bar, alert] = [page.getByRole('contentinfo'), page.getByRole('alert')];
    await expect(bar).toContainText('Running');
    const lock = new Database(join(server.dataDir, 'benchtop.sqlite'));
    writeFileSync(join(server.dataDir, 'dead-letter'), 'a file where the folder should be');
    lock.exec('BEGIN IMMEDIATE');

    expect((await server.capture({ event: 'refused', distinct_id: 'ada' })).status).toBe(503);
    await expect(bar).toContainText('Cannot store events');
    await expect(alert).toHaveText('Neither the database nor the dead-letter spool can be written.');
    await picture(`storage-unavailable-${colorScheme}`);

    rmSync(join(server.dataDir, 'dead-letter'));
    await expect(bar).toContainText('Database not writable');
    expect((await server.capture({ event: 'spooled', distinct_id: 'ada' })).status).toBe(200);
    await expect(alert).toHaveText('The database cannot be written.');
    await expect(page.getByText('1 event waits in the dead-letter spool').first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    await picture(`storage-spooling-${colorScheme}`);

    lock.exec('ROLLBACK').close();
    await expect(bar).toContainText('Running');
    await expect(alert).toBeHidden();
  });
}
