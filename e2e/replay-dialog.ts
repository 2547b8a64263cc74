import { expect, type Page } from '@playwright/test';

export const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, 4, second)).toISOString();

/** Returns a recording as `benchtop record` writes it. */
export const recordingOf = (count: number) =>
  [
    { benchtop_recording: 1, recorded_at: at(50), test_run: 'checkout-1', filter: { test_run: 'checkout-1' } },
    ...Array.from({ length: count }, (_, index) => ({
      received_at: at(index % 50),
      event: { event: `event ${index}`, distinct_id: 'ann', timestamp: at(index % 50), properties: {} },
    })),
    { events: count, left_out: 2 },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Replay a recording' });
export const replayButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Replay', exact: true });

export async function choose(page: Page, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dialogOf(page).getByLabel('Recording').click();
  await (await chooser).setFiles(file);
}

export async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Replay a recording…' }).click();
  await expect(dialogOf(page)).toBeVisible();
}

/** Opens the dialog with the file and the name of a test run; it is not replayed yet. */
export async function prepare(page: Page, file: string, testRun: string): Promise<void> {
  await openDialog(page);
  await choose(page, file);
  await dialogOf(page).getByRole('textbox', { name: 'Test run' }).fill(testRun);
}
