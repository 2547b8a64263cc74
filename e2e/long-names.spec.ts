import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

/** As long as a name may be, without a place to break. */
const long = (letter: string) => letter.repeat(400);

test('names of 400 characters are cut in heads, and stay within the page', async ({ server, open, picture, visit }) => {
  test.slow();
  await server.api('PATCH', '/api/projects/@current/', { name: long('P') });
  const person = { event: 'seen', distinct_id: 'ada', properties: { $set: { name: long('N') } } };
  await server.capture(person);
  await server.api('POST', '/api/projects/@current/experiments/', { name: long('E'), feature_flag_key: long('k') });
  const page = await open('/settings/chat');
  await page.setViewportSize({ width: 1280, height: 800 });
  const title = page.getByRole('heading', { level: 1 });
  for (const path of ['settings/chat', 'settings/project-keys', 'experiments/1', 'persons/1']) {
    await visit(`/${path}`);
    await expect(title).toBeVisible();
    // Only what is cut may be wider than its box.
    const reaching = await page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll('p, h1')]
          .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflow !== 'hidden')
          .map((one) => one.textContent),
      );
    expect(reaching).toEqual([]);
    await picture(`long-${path.replace(/\W/g, '-')}`);
  }
  await expect(title).toHaveAttribute('title', long('N'));
  expect((await title.boundingBox())?.height).toBeLessThan(40);
});
