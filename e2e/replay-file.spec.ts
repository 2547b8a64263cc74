import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './fixtures.ts';
import { choose, dialogOf, openDialog, prepare, recordingOf, replayButton } from './replay-dialog.ts';

test('a file that is not a recording is refused with the reason, and another can be chosen', async ({
  open,
  pictures,
}, testInfo) => {
  const page = await open('/test-runs');
  await openDialog(page);
  const dialog = dialogOf(page);
  for (const [text, says] of [
    ['{"log": {"entries": [', 'This HAR file is not complete JSON'],
    ['{"log": {"entries": [{}]}}', '`log.entries[0].startedDateTime` is required.'],
    ['hello', 'Line 1: This is not JSON.'],
    [recordingOf(3).split('\n').slice(0, 3).join('\n'), 'Line 3: The recording was cut'],
  ] as const) {
    const file = testInfo.outputPath('wrong');
    writeFileSync(file, text);
    await choose(page, file);
    await expect(dialog).toContainText(says);
    await expect(replayButton(page)).toBeDisabled();
  }
  await expectAccessible(page, 'refused');
  await pictures('replay-refused');
  const file = testInfo.outputPath('right.ndjson');
  writeFileSync(file, recordingOf(3));
  await choose(page, file);
  await expect(dialog).toContainText('2 more could not be recorded');
  await expect(replayButton(page)).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('while a second file is read, the first one is not replayed', async ({ open }, testInfo) => {
  const page = await open('/test-runs');
  const dialog = dialogOf(page);
  const [first, second] = [testInfo.outputPath('first.ndjson'), testInfo.outputPath('second.ndjson')];
  writeFileSync(first, recordingOf(3));
  writeFileSync(second, recordingOf(7));
  await prepare(page, first, 'two-files');
  await expect(replayButton(page)).toBeEnabled();
  await page.evaluate(() => {
    const { text } = Blob.prototype;
    Blob.prototype.text = async function () {
      await new Promise((resolve) => addEventListener('deliver', resolve, { once: true }));
      Blob.prototype.text = text;
      return this.text();
    };
  });
  await choose(page, second);
  await expect(dialog.getByText('second.ndjson')).toBeVisible();
  await expect(replayButton(page)).toBeDisabled();
  await page.evaluate(() => dispatchEvent(new Event('deliver')));
  await expect(dialog).toContainText('7 events of the test run “checkout-1”');
  await replayButton(page).click();
  await expect(dialog.getByRole('status')).toContainText('7 events stored');
});
