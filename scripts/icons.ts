import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserArgs, findOrInstallBrowser, howToInstall } from './lib/browser.ts';

/** `node scripts/icons.ts`: draws `icon.png` from `icon.svg`; the packager converts it for each platform. */
const folder = join(import.meta.dirname, '../src-main/icons');
const size = 1024;

const executablePath = findOrInstallBrowser(console.log);
if (executablePath === undefined) throw new Error(howToInstall);
const browser = await chromium.launch({ executablePath, args: browserArgs });
const page = await browser.newPage({ viewport: { width: size, height: size } });
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
await page.screenshot({ path: join(folder, 'icon.png'), omitBackground: true });
await browser.close();
