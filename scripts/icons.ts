import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserArgs, findOrInstallBrowser, howToInstall } from './lib/browser.ts';
import { icns, icnsSizes, ico, icoSizes, linuxSizes, type Picture } from './lib/icon-formats.ts';

/** `npx node scripts/icons.ts`: draws the icons of each platform from `icon.svg`. */
const folder = join(import.meta.dirname, '../src-main/icons');
const sizes = [...new Set([...linuxSizes, ...icoSizes, ...icnsSizes])].sort((one, other) => one - other);

const executablePath = findOrInstallBrowser(console.log);
if (executablePath === undefined) throw new Error(howToInstall);
const browser = await chromium.launch({ executablePath, args: browserArgs });
const page = await browser.newPage();
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
const pictures: Picture[] = [];
for (const size of sizes) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }</style>${svg}`);
  pictures.push({ size, png: await page.screenshot({ omitBackground: true }) });
}
await browser.close();

mkdirSync(join(folder, 'linux'), { recursive: true });
for (const { size, png } of pictures) {
  if (linuxSizes.includes(size)) writeFileSync(join(folder, `linux/${size}x${size}.png`), png);
  if (size === 1024) writeFileSync(join(folder, 'icon.png'), png);
}
writeFileSync(join(folder, 'icon.icns'), icns(pictures));
writeFileSync(join(folder, 'icon.ico'), ico(pictures));
