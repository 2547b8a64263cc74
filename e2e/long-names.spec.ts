import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './fixtures.ts';
import { rows } from './live-page.ts';

/** Returns a name of the maximum length, without a place to break. */
const long = (letter: string) => letter.repeat(400);

test('names of 400 characters are cut in heads, and stay within the page', async ({ server, open, picture, visit }) => {
  test.slow();
  await server.api('PATCH', '/api/projects/@current/', { name: long('P') });
  const person = { event: 'seen', distinct_id: 'ada', properties: { $set: { name: long('N') } } };
  await server.capture(person);
  const input = { name: long('E'), feature_flag_key: long('k') };
  const id = await server.create('/api/projects/@current/experiments/', input);
  const page = await open('/settings/chat');
  await page.setViewportSize({ width: 1280, height: 800 });
  const title = page.getByRole('heading', { level: 1 });
  for (const [name, path] of [
    ['chat', 'settings/chat'],
    ['project-keys', 'settings/project-keys'],
    ['experiment', `experiments/${id}`],
    ['person', `persons/${await server.onlyPerson()}`],
  ] as const) {
    await visit(`/${path}`);
    await expect(title).toBeVisible();
    // Only cut text may be wider than its box.
    const reaching = await page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll('p, h1')]
          .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflow !== 'hidden')
          .map((one) => one.textContent),
      );
    expect(reaching).toEqual([]);
    await picture(`long-${name}`);
  }
  await expect(title).toHaveAttribute('title', long('N'));
  expect((await title.boundingBox())?.height).toBeLessThan(40);
});

test('a day is shown with its whole year in a window of medium width', async ({ server, open }) => {
  const properties = [{ key: 'signed', operator: 'is_date_before', value: '2026-01-01' }];
  const id = await server.create('/api/projects/@current/feature_flags/', {
    key: 'dated',
    filters: { groups: [{ properties }] },
  });
  const page = await open(`/feature-flags/${id}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const day = page.getByLabel('Value of property 1 of condition 1', { exact: true });
  await expect.poll(async () => (await day.boundingBox())?.width).toBeGreaterThan(130);
});

test('a long label of a test run leaves its name whole', async ({ server, open }) => {
  await server.api('POST', '/api/projects/@current/test_runs/', { name: 'checkout-1', label: 'word '.repeat(60) });
  const page = await open('/test-runs/run/checkout-1');
  const title = page.getByRole('heading', { name: 'checkout-1', level: 1 });
  await expect(title).toBeVisible();
  const isWhole = await title.evaluate((one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    // In fractions of a pixel: the loss of one cuts a letter.
    return text.getBoundingClientRect().width <= one.getBoundingClientRect().width;
  });
  expect(isWhole).toBe(true);
});

test('a narrow window, as at 200% zoom, has room for names, headings and the filter of Live', async ({
  server,
  open,
  visit,
}) => {
  await server.api('POST', '/api/projects/@current/feature_flags/', { key: 'checkout' });
  await server.capture({ event: 'seen', distinct_id: 'ada' });
  const page = await open('/feature-flags');
  await page.setViewportSize({ width: 400, height: 800 });
  const widthOf = async (box: Locator) => (await box.boundingBox())?.width;
  await expect.poll(() => widthOf(page.getByRole('rowheader', { name: 'checkout' }))).toBeGreaterThan(80);
  await expectAccessible(page, 'flags');
  await visit('/persons');
  await expect.poll(() => widthOf(page.getByRole('rowheader', { name: 'ada' }))).toBeGreaterThan(80);
  await visit('/test-runs');
  await expect.poll(() => widthOf(page.getByText('Events of one test, kept'))).toBeGreaterThan(200);
  await visit('/actions/new');
  await expect.poll(() => widthOf(page.getByRole('combobox', { name: 'Event name of step 1' }))).toBeGreaterThan(100);
  await page.setViewportSize({ width: 640, height: 400 });
  await visit('/live');
  await expect.poll(() => widthOf(page.getByRole('combobox', { name: 'Filter' }))).toBeGreaterThan(80);
  await expectAccessible(page, 'Live');
});

test('an emoji at the place where a name or an id is cut stays whole', async ({ server, open }) => {
  await server.api('PATCH', '/api/projects/@current/', { name: '🚀 Shop' });
  const note = `${'x'.repeat(46)}🚀 launched`;
  await server.capture({ event: 'launched', distinct_id: 'crew 🚀🚀🚀 one', properties: { note } });
  await server.capture({ event: 'landed', distinct_id: 'crew 🚀abcd', properties: { note } });
  const page = await open('/live');
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  const isBroken = (text: string) => !text.isWellFormed() || text.includes('\ufffd');
  const texts = await page.locator('span').allTextContents();
  expect(texts.filter(isBroken)).toEqual([]);
});

test('at 1024 pixels no list cuts a name or a status without a sign', async ({
  server,
  open,
  visit,
  picturesInSizes,
}) => {
  const key = long('k').slice(0, 200);
  await server.api('POST', '/api/projects/@current/feature_flags/', { key });
  await server.api('POST', '/api/projects/@current/test_runs/', { name: 'nightly' });
  await server.api('PATCH', '/api/projects/@current/test_runs/nightly/', { ended_at: new Date().toISOString() });
  await server.capture({ event: 'late', distinct_id: 'ada' }, '/test-run/nightly/capture/');
  await server.api('POST', '/api/personal_api_keys/', { name: 'Nightly build', project_id: server.project.id });
  const page = await open(`/persons/${await server.onlyPerson()}?tab=preview`);
  await page.setViewportSize({ width: 1024, height: 768 });
  const isWhole = (one: HTMLElement | SVGElement) => one.scrollWidth <= one.clientWidth;
  const flag = page.getByRole('link', { name: key });
  await expect(flag).toHaveCSS('text-overflow', 'ellipsis');
  const { width = 0 } = (await flag.boundingBox()) ?? {};
  expect(width).toBeLessThan(300);
  await picturesInSizes('preview-long-flag');

  await visit('/test-runs');
  const status = page.getByTitle('Ended, then received more');
  await expect(status).toHaveText('Late events Ended, then received more');
  expect(await status.locator('xpath=ancestor::td').evaluate(isWhole)).toBe(true);
  await expect(page.getByRole('columnheader', { name: 'Own expectations' })).toBeVisible();
  await visit('/settings/personal-keys');
  expect(await page.getByTitle('Nightly build').evaluate(isWhole)).toBe(true);

  await server.api('POST', '/api/projects/@current/expectations/', { event: 'error', count: { never: true } });
  await visit('/test-runs/run/nightly');
  await expect(page.getByText('No expectations of its own yet')).toBeVisible();
});

test('at 1280 pixels the figures of a verdict are in one line', async ({ server, open, picturesInSizes }) => {
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const id = await server.create('/api/projects/@current/experiments/', {
    name: 'Pricing page',
    feature_flag_key: 'pricing',
    start_date: at(72),
    parameters: { recommended_sample_size: 2000, recommended_running_time: 14 },
    filters: { insight: 'FUNNELS', events: [{ id: 'paid' }] },
  });
  const exposures = Array.from({ length: 140 }, (_, index) => ({
    event: '$feature_flag_called',
    distinct_id: `person-${index}`,
    timestamp: at(1 + (index % 70)),
    properties: { $feature_flag: 'pricing', $feature_flag_response: index % 2 === 0 ? 'test' : 'control' },
  }));
  await server.capture({ batch: exposures }, '/batch/');
  const page = await open(`/experiments/${id}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  const figure = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd');
  await expect(figure('Time left')).toBeVisible();
  const [first, last] = [await figure('Exposed people').boundingBox(), await figure('Time left').boundingBox()];
  expect(last?.y).toBe(first?.y);
  await picturesInSizes('verdict-figures');
});
