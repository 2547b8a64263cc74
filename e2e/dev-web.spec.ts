import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test.use({ ownServer: true });

const script = join(import.meta.dirname, '../scripts/dev-web.ts');

/** Answers the link to the page with hot reload, as `npm run dev:web` prints it. */
function devLink(child: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const link = /With hot reload: (\S+)/.exec(output)?.[1];
      if (link !== undefined) resolve(link);
    });
    child.once('exit', (code) => reject(new Error(`npm run dev:web ended with ${code}:\n${output}`)));
  });
}

test('the page with hot reload signs in by its link, has its styles, sees what is captured, and ends with its server', async ({
  page,
}) => {
  // Vite bundles the dependencies before it serves the first page.
  test.setTimeout(180_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'benchtop-dev-'));
  const child = spawn(process.execPath, [script, '--data-dir', dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  // Its server has these pipes too, so they close when both have ended.
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stderr.pipe(process.stderr);
  try {
    await page.goto(await devLink(child));
    await expect(page.getByRole('button', { name: 'Send a test event' })).toBeVisible({ timeout: 120_000 });
    expect(page.url()).not.toContain('code');
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const row = page.getByRole('option', { name: /^test event/ });
    await expect(row).toBeVisible();
    expect(await row.evaluate((element) => getComputedStyle(element).display)).toBe('grid');
    // A dialog adds its own style sheet while it is open.
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden');
  } finally {
    await page.close();
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
