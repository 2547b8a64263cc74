import { expect } from '@playwright/test';
import { test } from '../fixtures.ts';
import { detail, row } from '../live-page.ts';

test('a pointer and the keyboard share the width between list and detail, within limits, and a reload keeps it', async ({
  openLive,
}) => {
  const page = await openLive({ event: 'signed up', distinct_id: 'ada' });
  const separator = page.getByRole('separator', { name: 'Width of list and detail' });
  const left = async () => (await separator.boundingBox())?.x ?? 0;
  await expect(separator).toHaveAttribute('aria-valuenow', '56');

  const before = await left();
  await separator.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(separator).toHaveAttribute('aria-valuenow', '51');
  expect(await left()).toBeLessThan(before);

  await page.keyboard.press('End');
  await expect(separator).toHaveAttribute('aria-valuenow', (await separator.getAttribute('aria-valuemax')) ?? '');
  await page.keyboard.press('Home');
  await expect(separator).toHaveAttribute('aria-valuenow', (await separator.getAttribute('aria-valuemin')) ?? '');
  const least = await left();

  const box = await separator.boundingBox();
  if (box === null) throw new Error('The separator is not shown.');
  await page.mouse.move(box.x + 3, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + 103, box.y + 100);
  await page.mouse.up();
  expect(await left()).toBeCloseTo(least + 103, -1);
  const kept = await left();
  await page.reload();
  await expect.poll(left).toBe(kept);

  await separator.dblclick();
  await expect(separator).toHaveAttribute('aria-valuenow', '56');
});

test('at 200% zoom, the panes scroll to the end of the detail', async ({ openLive }) => {
  const page = await openLive({ event: 'signed up', distinct_id: 'ada' });
  await page.setViewportSize({ width: 640, height: 400 });
  await row(page, /^signed up/).click();
  await expect(detail(page).getByRole('heading', { name: 'signed up' })).toBeVisible();
  await page.mouse.move(600, 300);
  await page.mouse.wheel(400, 0);
  await expect
    .poll(async () => {
      const box = await detail(page).boundingBox();
      return box !== null && box.x + box.width;
    })
    .toBeLessThanOrEqual(640);
});

test('until a selected event is loaded, nothing acts on the one before it', async ({ openLive, server }) => {
  const page = await openLive({ event: 'first', distinct_id: 'ada' });
  const uuid = '0195a000-0000-7000-8000-00000000000b';
  await server.capture({ event: 'second', distinct_id: 'ada', uuid });
  const { promise: asked, resolve: deliver } = Promise.withResolvers<void>();
  await page.route(`**/events/${uuid}/?*`, (route) => asked.then(() => route.continue()));
  const edit = detail(page).getByRole('button', { name: 'Edit and resend' });
  const editor = detail(page).getByRole('textbox', { name: 'Event as JSON' });
  await row(page, /^first/).click();
  await edit.click();
  await expect(editor).toContainText('"first"');

  await row(page, /^second/).click();
  await expect(detail(page)).toHaveAttribute('aria-busy', 'true');
  await expect(detail(page).getByRole('heading', { name: 'first' })).toBeVisible();
  await expect(editor).toHaveCount(0);
  await expect(edit).toBeDisabled();
  await edit.click({ force: true });
  await expect(editor).toHaveCount(0);
  const raw = detail(page).getByRole('tab', { name: 'Raw' });
  await raw.click();
  await expect(raw).toHaveAttribute('aria-selected', 'true');
  deliver();
  await edit.click();
  await expect(editor).toContainText('"second"');
});

test('the bars of the arrivals are visible in a narrow window', async ({ openLive, server }) => {
  const page = await openLive({ event: 'signed up', distinct_id: 'ada' });
  await server.capture({ event: 'signed up', distinct_id: '' });
  await page.setViewportSize({ width: 1024, height: 768 });
  const chart = page.getByRole('img', { name: /^Arrivals, last day: 1 accepted, 1 dropped/ });
  const box = await chart.boundingBox();
  const bar = await chart.locator('[style*=height]').last().boundingBox();
  if (box === null || bar === null) throw new Error('The chart or its bars are not shown.');
  expect(bar.width).toBeGreaterThan(0.5);
  expect(bar.x + bar.width).toBeLessThanOrEqual(box.x + box.width);
});

test('a distinct id with line breaks takes one line of its row', async ({ openLive }) => {
  const page = await openLive({ event: 'signed up', distinct_id: 'ada\nking\ncountess of lovelace' });
  const box = await row(page, /^signed up/)
    .getByText('countess')
    .last()
    .boundingBox();
  expect(box?.height).toBeLessThan(28);
});
