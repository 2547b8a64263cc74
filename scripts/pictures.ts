import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { startServer } from '../src-server/index.ts';
import { projectList } from '../src-server/projects/contract.ts';
import { browserArgs, findOrInstallBrowser, howToInstall } from './lib/browser.ts';
import { ensureBuild } from './lib/build.ts';

/** `npx node scripts/pictures.ts`: takes the README's pictures of the Live page with sample data, in both themes. */
const root = join(import.meta.dirname, '..');
const dataDir = mkdtempSync(join(tmpdir(), 'benchtop-pictures-'));

const executablePath = findOrInstallBrowser(console.log);
if (executablePath === undefined) throw new Error(howToInstall);
await ensureBuild();
const personalApiKey = 'phx_picturesOfTheReadme';
const rendererDir = join(root, 'out/renderer');
const server = await startServer({ dataDir, port: 0, host: '127.0.0.1', rendererDir, personalApiKey });
const browser = await chromium.launch({ executablePath, args: browserArgs });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.setDefaultTimeout(60_000);
await page.goto(server.createLink().url);
await page.getByRole('button', { name: 'Load sample data' }).click();
await page.getByText('Remove sample data').waitFor();
await sendMistakes();
await page
  .getByRole('option', { name: /dropped/ })
  .first()
  .click();
await page.getByRole('tab', { name: 'Pipeline' }).click();
for (const theme of ['light', 'dark'] as const) {
  await page.emulateMedia({ colorScheme: theme });
  await page.screenshot({ path: join(root, `docs/images/live-${theme}.png`), animations: 'disabled' });
}
await browser.close();
await server.close();
rmSync(dataDir, { recursive: true, force: true });

/** Sends a batch with one dropped event to the sample project, so that it is at the top of the list. */
async function sendMistakes(): Promise<void> {
  const headers = { Authorization: `Bearer ${personalApiKey}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${server.url}/api/projects/`, { headers });
  const { results } = projectList.parse(await answer.json());
  const api_key = results.find(({ name }) => name === 'Sample data')?.api_key;
  const properties = { total: 49, currency: 'EUR' };
  const batch = [
    { event: 'checkout started', distinct_id: 'ada', properties },
    { event: 'invoice paid', properties },
    { event: 'order completed', distinct_id: 'ada', properties },
  ];
  await fetch(`${server.url}/batch/`, { method: 'POST', headers, body: JSON.stringify({ api_key, batch }) });
}
