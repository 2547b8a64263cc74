import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { choose, dialogOf, openDialog, recordingOf, replayButton } from '../replay-dialog.ts';

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
