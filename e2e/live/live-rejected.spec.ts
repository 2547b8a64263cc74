import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures.ts';
import { rows } from '../live-page.ts';

test.use({ ownServer: true });

const row = (page: Page, name: RegExp) => rows(page).getByRole('option', { name });

test('requests without a known key count as rejected, and are also listed alone', async ({
  server,
  open,
  pictures,
}) => {
  const own = await server.formerKey();
  await server.capture({ event: 'signed up', distinct_id: 'ada' });
  await server.capture({ api_key: own, event: 'signed up', distinct_id: 'ada' });
  for (const unknown of ['phc_anotherApp', 'phc_oldCopyOfOurs'])
    await server.capture({ api_key: unknown, event: 'signed up', distinct_id: 'ada' });
  const page = await open('/live');
  const split = page.getByRole('radiogroup', { name: 'Show' });
  await expect(rows(page).getByRole('option')).toHaveCount(4);
  await expect(row(page, /no known key/)).toHaveCount(2);

  await split.getByText('Rejected').click();
  await expect(rows(page).getByRole('option')).toHaveCount(3);
  await expect(split.getByRole('radio', { name: 'Rejected 3' })).toBeChecked();
  await row(page, /ada, rejected, Invalid project key [^,]*, wrong key [^,]*, arrived/).click();
  const advice = page.getByRole('article', { name: 'Event detail' });
  await expect(advice).toContainText('The Pipeline tab says whether the key is unknown or revoked.');
  await advice.getByRole('tab', { name: 'Pipeline' }).click();
  await expect(advice).toContainText('was revoked or rotated');
  await page.keyboard.press('Escape');
  await split.getByText('No known key').click();
  await expect(split.getByRole('radio', { name: 'No known key 2' })).toBeChecked();
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  await expect(row(page, /no known key/)).toHaveCount(2);

  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('columnheader', { name: 'No known key' })).toBeVisible();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await pictures('live-no-known-project');

  await row(page, /no known key/)
    .first()
    .click();
  for (const [width, height] of [
    [1280, 800],
    [1024, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    const mark = rows(page).getByTitle('No known key').first();
    await expect(mark).toBeInViewport({ ratio: 1 });
    await pictures(`live-no-known-project-open-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('link', { name: '3 rejected' }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(3);
  await page.getByRole('link', { name: '2 without a known key' }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(2);
});

test('the highest count of a slice is not cut beside large counts on a small screen', async ({ server, open }) => {
  const accepted = Array.from({ length: 3000 }, () => ({ event: 'viewed', distinct_id: 'ada' }));
  for (let sent = 0; sent < 5; sent += 1) await server.capture({ batch: accepted }, '/batch/');
  await server.capture({ batch: Array.from({ length: 1200 }, () => ({ event: 'nobody' })) }, '/batch/');
  const unknown = { api_key: 'phc_anotherApp', event: 'viewed', distinct_id: 'ada' };
  for (let sent = 0; sent < 20; sent += 1) await Promise.all(Array.from({ length: 50 }, () => server.capture(unknown)));
  const page = await open('/live');
  await page.setViewportSize({ width: 1024, height: 700 });
  await expect(page.getByRole('radio', { name: 'No known key 1,000' })).toBeAttached();
  const highest = page.getByText(/^Highest \d{1,2},\d{3}$/);
  await expect(highest).toBeVisible();
  const isCut = () =>
    highest.evaluate(({ parentElement: output }) => {
      const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = output ?? {};
      return scrollWidth > clientWidth || scrollHeight > clientHeight;
    });
  await expect.poll(isCut).toBe(false);
  // All in one line.
  const topOf = async (name: string) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? 0;
  expect(await topOf('Table')).toBeLessThan(100);
});

test('a row that stands for many rejected requests follows them, in the list, the detail and the foot', async ({
  server,
  open,
  picture,
}) => {
  const refuse = async (times: number) => {
    for (let sent = 0; sent < times; sent += 1)
      await server.capture({ api_key: 'phc_anotherApp', event: 'signed up', distinct_id: 'ada' });
  };
  await server.capture({ event: 'signed up', distinct_id: 'ada' });
  await refuse(25);
  const page = await open('/live');
  const counted = row(page, /^6 more requests/);
  await counted.click();
  const detail = page.getByRole('article', { name: 'Event detail' });
  await expect(detail).toContainText('6 requests like this one were rejected');
  await expect(page.getByText('26 events loaded in 21 rows')).toBeVisible();
  await refuse(10);
  await expect(detail).toContainText('16 requests like this one were rejected');
  await expect(row(page, /^16 more requests/)).toBeVisible();
  await expect(page.getByText('36 events loaded in 21 rows')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'All 36' })).toBeChecked();
  await expect(page.getByRole('link', { name: '35 without a known key' })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await picture('live-counted');
});

test('an unknown personal key that requests flag definitions is not told to be the project key', async ({
  server,
  open,
}) => {
  await fetch(`${server.url}/api/feature_flag/local_evaluation?token=${server.project.key}`, {
    headers: { Authorization: 'Bearer phx_unknownPersonalKey', 'User-Agent': 'posthog-node/4.17.2' },
  });
  await server.capture({ event: 'signed up', distinct_id: 'ada' });
  const page = await open('/live');
  await row(page, /Invalid personal key/).click();
  const detail = page.getByRole('article', { name: 'Event detail' });
  await expect(detail).toContainText('flag definitions need a personal key (phx_) from Settings › Personal keys');
});
