import { type Browser, expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { sdkBuilds, startShop } from './sdk-page.ts';
import type { BenchtopServer } from './server.ts';

const actions = '/api/projects/@current/actions/';

const html = `<!doctype html>
<html lang="en">
  <head><title>Shop</title><link rel="icon" href="data:," /></head>
  <body>
    <nav class="menu">
      <ul>
        <li><a href="#top">Top</a></li>
        <li><a href="#help" title="Help; &quot;now&quot;">Help</a></li>
        <li><a href="/pricing?plan=pro">Pro pricing</a></li>
      </ul>
    </nav>
    <main id="cart">
      <div class="line">
        <button type="button" id="buy" class="btn primary md:large" data-plan="pro-yearly"><b>Buy now</b></button>
        <button type="button" class="btn">Buy later</button>
        <button type="button" class="btn">Buy</button>
      </div>
      <button type="button" class="btn" data-plan="free">Remove</button>
    </main>
    <script type="module">
      import posthog from '/sdk.js';
      window.posthog = posthog;
    </script>
  </body>
</html>`;

/** What is clicked, in this order: the last leads to another page, and its event leaves with the old one. */
const clicks = ['Buy now', 'Help', 'Buy now', 'Buy later', 'Buy', 'Remove', 'Top', 'Help', 'Pro pricing'];

/** Selectors, by how many of the clicks they select. */
const selectors: [count: number, ...selectors: string[]][] = [
  [0, 'nav > a'],
  [1, '[data-plan="free"]', 'button:nth-child(3)', '.line > button:nth-of-type(2)', '#cart > .btn'],
  [2, '#buy', '.btn.primary', '.md\\:large', 'button[data-plan^="pro"]', `[title='Help; "now"']`, 'li:nth-child(2) a'],
  [3, '[data-plan]'],
  [4, 'nav a', 'ul > li > a', '#buy, a[href="#help"]'],
  [5, '.btn', '#cart .btn'],
];

const click = { event: '$autocapture' };
const expected: [step: Record<string, string>, count: number][] = [
  [click, 9],
  [{ text: 'Buy now' }, 2],
  [{ text: 'Buy' }, 1],
  [{ text: 'Help' }, 2],
  [{ text: 'buy now' }, 0],
  [{ href: '#help' }, 2],
  [{ href: '/pricing?plan=pro' }, 1],
  [{ href: '/pricing' }, 0],
  [{ tag_name: 'a' }, 4],
  [{ tag_name: 'a', text: 'Top' }, 1],
  [{ tag_name: 'button', href: '#top' }, 0],
  ...selectors.flatMap(([count, ...given]) =>
    given.map((selector): [{ selector: string }, number] => [{ selector }, count]),
  ),
  [{ selector: '.line button', text: 'Buy' }, 1],
  [{ selector: '.menu', text: 'Buy' }, 0],
];

for (const [version, build] of Object.entries(sdkBuilds)) {
  test(`posthog-js ${version}: actions by text, link and selector count exactly the clicks`, async ({
    browser,
    server,
    open,
  }) => {
    const ids = await addActions(server);
    const { page, close } = await openShop(browser, build, server);
    for (const name of clicks) {
      await page
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('link', { name, exact: true }))
        .click();
    }
    await expect(page).toHaveURL(/\/pricing\?plan=pro$/);
    await expect.poll(async () => (await clicksStored(server)).length).toBe(clicks.length);
    for (const properties of await clicksStored(server)) {
      expect('$elements_chain' in properties, 'the form that this version sends').toBe(version === 'newest');
    }
    await close();

    for (const [index, [step, count]] of expected.entries()) {
      const label = labelOf(step);
      expect(await server.api('GET', `${actions}${ids[index]}/count/`), label).toMatchObject({
        count,
        people_count: Math.min(1, count),
      });
      // The same steps over what is stored by now.
      const stored = await server.api('POST', `${actions}preview/`, { steps: [{ ...click, ...step }] });
      expect(stored, `${label}, among stored events`).toMatchObject({ count });
    }
    const list = await open('/actions');
    for (const [step, count] of expected) {
      const row = list.getByRole('row').filter({ has: list.getByRole('link', { name: labelOf(step), exact: true }) });
      const matches = row.getByRole('cell').filter({ has: list.getByRole('img') });
      await expect(matches, labelOf(step)).toHaveText(new RegExp(`${count}$`));
      const days = count === 0 ? /^No match in the last 14 days/ : new RegExp(`^${count} in the last 14 days`);
      await expect(matches.getByRole('img', { name: days }), labelOf(step)).toBeVisible();
    }
  });
}

const labelOf = (step: Record<string, string>) =>
  Object.entries(step)
    .map(([field, value]) => `${field} ${value}`)
    .join(', ');

async function addActions(server: BenchtopServer): Promise<number[]> {
  const ids: number[] = [];
  for (const [step] of expected) {
    const input = { name: labelOf(step), steps: [{ ...click, ...step }] };
    ids.push(await server.create(actions, input));
  }
  return ids;
}

async function clicksStored(server: BenchtopServer): Promise<Record<string, unknown>[]> {
  const answer = await server.api('GET', '/api/projects/@current/events/?limit=1000&event=$autocapture');
  return (answer as { results: { properties: Record<string, unknown> }[] }).results.map(({ properties }) => properties);
}

/** Opens the shop with the SDK bundled and started, in a context whose requests are not watched. */
async function openShop(browser: Browser, build: string, server: BenchtopServer) {
  const shop = await startShop(html, build);
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(shop.url);
  await page.waitForFunction(() => window.posthog !== undefined);
  // A click before the SDK has been told how to capture would be none.
  const told = page.waitForResponse(/\/(decide|flags|array\/.+\/config(\.js)?)\/?(\?|$)/);
  await page.evaluate(([key, host]) => window.posthog.init(key, { api_host: host, opt_out_useragent_filter: true }), [
    server.project.key,
    server.url,
  ] as const);
  await told;
  const close = async () => {
    await context.close();
    await shop.close();
  };
  return { page, close };
}
