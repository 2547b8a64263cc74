import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';

test('events shown by the Live filter are downloaded as a recording, also single events by pins', async ({
  server,
  open,
  visit,
  pictures,
}, testInfo) => {
  const send = (event: string) => server.capture({ event, distinct_id: 'ann' });
  for (const event of ['paid', 'paid', 'left']) await send(event);
  const page = await open('/live?q=event:paid&minutes=60');
  const record = async (said: string) => {
    await page.getByRole('button', { name: 'Record…' }).click();
    await expect(page.getByRole('dialog', { name: 'Record…' })).toContainText(said);
  };
  const item = page.getByRole('button', { name: 'Download recording' });
  const recorded = async () => {
    const started = page.waitForEvent('download');
    await item.click();
    const download = await started;
    const file = testInfo.outputPath(download.suggestedFilename());
    await download.saveAs(file);
    const lines = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { manifest: lines[0], events: lines.slice(1, -1).map(({ event }) => event.event) };
  };
  await record('2 events to replay in any project');
  await expectAccessible(page, 'filter');
  await pictures('record-filter');
  const { manifest, events } = await recorded();
  expect(events).toEqual(['paid', 'paid']);
  expect(manifest).toMatchObject({ test_run: null, filter: { event: 'paid', status: 'all' } });
  expect(manifest.filter.received_from).toMatch(/^\d{4}-/);
  await expect(page.getByText('2 events recorded.')).toBeVisible();

  await visit('/live?minutes=0');
  await page.getByRole('option', { name: /^left/ }).click();
  await page.keyboard.press('p');
  await visit('/live?q=is:pinned&minutes=0');
  await record('1 event to replay in any project');
  expect((await recorded()).events).toEqual(['left']);

  await visit('/live?status=rejected&minutes=0');
  await record('0 events to replay in any project');
  await expect(item).toBeDisabled();
});
