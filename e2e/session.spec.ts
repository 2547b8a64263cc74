import type { IncomingMessage } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { lostServer, testAlone, testApart } from './fixtures.ts';
import { serve } from './loopback.ts';
import { type BenchtopServer, personalKey } from './server.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const storedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('benchtop-session') ?? 'null') as { id: string; key: string });

testAlone(
  'a link opens the window, which then needs no other: reload, new tab, and nothing in the address or history',
  async ({ page, context, server, allowError }) => {
    allowError(/status of 401/);
    const requests: string[] = [];
    context.on('request', (request) => requests.push(request.url() + JSON.stringify(request.headers())));
    const link = await server.link('/persons');
    await page.goto('about:blank');
    await page.goto(link);
    await expect(heading(page, 'Persons')).toBeVisible();
    expect(page.url()).toBe(`${server.url}/persons`);
    const { key } = await storedSession(page);
    expect(key).toMatch(/^[0-9a-f]{64}$/);

    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await expect(page).toHaveURL(/groups/);
    await page.goBack();
    await expect(heading(page, 'Persons')).toBeVisible();
    expect(page.url()).not.toContain('code');
    await page.reload();
    await expect(heading(page, 'Persons')).toBeVisible();

    const tab = await context.newPage();
    await tab.goto(`${server.url}/settings/server`);
    await expect(heading(tab, 'Server')).toBeVisible();
    // The same link once more, in a browser that is signed in.
    await tab.goto(link);
    await expect(heading(tab, 'Persons')).toBeVisible();
    expect(await storedSession(tab)).toMatchObject({ key });

    expect(requests.filter((request) => request.includes(key))).toEqual([]);
    expect(server.output).not.toContain(key);
    expect(await server.api('GET', '/api/sessions/')).toMatchObject({ count: 1 });
  },
);

testApart(
  'a link under another name of this machine signs in at the announced address, the only one that can prove itself',
  async ({ page, server }) => {
    const link = await server.link('/persons');
    await page.goto(link.replace('127.0.0.1', 'localhost'));
    await expect(heading(page, 'Persons')).toBeVisible();
    expect(page.url()).toBe(`${server.url}/persons`);
    expect((await storedSession(page)).key).toMatch(/^[0-9a-f]{64}$/);
  },
);

testApart('two tabs that open one link at once both open', async ({ context, server, allowError }) => {
  allowError(/status of 401/);
  const link = await server.link('/persons');
  const tabs = [await context.newPage(), await context.newPage()];
  await Promise.all(tabs.map((tab) => tab.goto(link)));
  for (const tab of tabs) await expect(heading(tab, 'Persons')).toBeVisible();
});

testApart(
  'a used and an expired link say so and how to get a new one, and a new one opens the window',
  async ({ page, server, browser, allowError, picture }) => {
    allowError(/status of 401/);
    const link = await server.link();
    const elsewhere = await browser.newPage();
    await elsewhere.goto(link);
    await expect(elsewhere.getByRole('contentinfo')).toContainText('Running');
    await elsewhere.close();

    await page.goto(link);
    await expect(heading(page, 'This link was already used')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Get a new link' })).toContainText('press Enter');
    await expect(page.getByRole('region', { name: 'Get a new link' })).toContainText(
      'npm run link. If the server was started with its own data folder: npm run link -- --data-dir <folder>',
    );
    await picture('session-link-used');
    await page.goto(`${server.url}/persons#code=${'0'.repeat(32)}`);
    await expect(heading(page, 'This link is not valid')).toBeVisible();
    await page.goto(await server.link('/persons'));
    await expect(heading(page, 'Persons')).toBeVisible();
  },
);

testApart(
  'without a session the window says how to get in, and a typed key opens it and is not kept',
  async ({ page, server, allowError, picture }) => {
    allowError(/status of 401/);
    await page.goto(`${server.url}/persons`);
    await expect(heading(page, 'Sign in to Benchtop')).toBeVisible();
    await picture('session-none');
    for (const wrong of ['phx_wrong', 'phx_masked…']) {
      await page.getByLabel('Or use a personal key').fill(wrong);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await expect(page.getByText('The server does not know this key.')).toBeVisible();
    }
    await page.getByLabel('Or use a personal key').fill(personalKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading(page, 'Persons')).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain(personalKey);
    await page.goto(`${server.url}/settings/sessions`);
    await expect(page.getByRole('row', { name: /This browser/ })).toContainText('Personal key');
  },
);

testAlone(
  'sessions are listed and signed out one by one, all others, and the own one',
  async ({ page, server, browser, allowError, picture }) => {
    allowError(/status of 401/);
    await page.goto(server.printedLink);
    await expect(page.getByRole('contentinfo')).toContainText('Running');
    await page.goto(`${server.url}/settings/sessions`);
    const own = page.getByRole('row', { name: /This browser/ });
    await expect(own).toContainText(/Chrome on/);
    await expect(own).toContainText('Link');
    const other = await browser.newPage();
    await other.goto(await server.link('/persons'));
    await expect(heading(other, 'Persons')).toBeVisible();
    const third = await browser.newPage();
    await third.goto(await server.link('/persons'));
    await expect(page.getByRole('row')).toHaveCount(4);
    await picture('session-list');
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(own.getByText('This browser', { exact: true })).toBeInViewport({ ratio: 1 });
    const browserCell = own.getByRole('rowheader');
    expect(await browserCell.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);

    await page
      .getByRole('button', { name: /^Sign out Chrome/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(heading(third, 'You were signed out')).toBeVisible();
    await expect(heading(other, 'Persons')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
    await expect(heading(other, 'You were signed out')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
    for (const closed of [other, third]) await closed.close();

    const tab = await page.context().newPage();
    await tab.goto(`${server.url}/persons`);
    await expect(heading(tab, 'Persons')).toBeVisible();
    await page.getByRole('button', { name: 'Sign out this browser' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(heading(page, 'You are signed out')).toBeVisible();
    await expect(heading(tab, 'You are signed out')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Sign in to Benchtop')).toBeVisible();
  },
);

/** Starts a program on the server's port that keeps all it is sent, and answers everything with `answer`. */
async function impostor(
  server: BenchtopServer,
  answer: (request: IncomingMessage) => { status: number; body: string },
) {
  const heard: string[] = [];
  const { close } = await serve(
    (request, response, body) => {
      heard.push(JSON.stringify({ url: request.url, headers: request.headers, body: body.toString() }));
      const { status, body: text } = answer(request);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    },
    Number(new URL(server.url).port),
  );
  return { heard, stop: close };
}

const proof = JSON.stringify({ run: crypto.randomUUID(), active: true, proof: '0'.repeat(64) });
const refusal = JSON.stringify({ type: 'authentication_error', code: 'invalid_session', detail: 'No.' });
const impostors: [string, (request: IncomingMessage) => { status: number; body: string }][] = [
  ['knows nothing of Benchtop', () => ({ status: 404, body: 'Not found' })],
  [
    'pretends to be it',
    ({ url }) => (url?.includes('challenge') ? { status: 200, body: proof } : { status: 401, body: refusal }),
  ],
];
for (const [what, answer] of impostors) {
  testAlone(
    `an open page sends nothing of use to another program on its port that ${what}, and goes on with the right one`,
    async ({ page, server, open, allowError, picture }) => {
      allowError(lostServer);
      allowError(/status of 40[14]/);
      await open('/settings/users');
      await page.getByLabel('First name').fill('typed before');
      const { id, key } = await storedSession(page);
      await server.kill();
      const other = await impostor(server, answer);
      await expect(heading(page, 'Another program answers here')).toBeFocused();
      for (let time = 0; time < 3; time++) await page.keyboard.press('Escape');
      await expect(heading(page, 'Another program answers here')).toBeVisible();
      await picture(`session-other-server-${what.split(' ')[0]}`);
      expect(other.heard.length).toBeGreaterThan(0);
      const tokens = other.heard.flatMap((request) => request.match(/phs_[0-9a-f]+/g) ?? []);
      for (const request of other.heard) expect(request).not.toContain(key);
      await other.stop();

      await server.resume();
      await expect(heading(page, 'Another program answers here')).toBeHidden();
      await expect(page.getByLabel('First name')).toHaveValue('typed before');
      // Its output is from a run that has ended.
      for (const token of tokens) {
        const reply = await fetch(`${server.url}/api/projects/`, { headers: { Authorization: `Bearer ${token}` } });
        expect(reply.status).toBe(401);
      }
      expect((await storedSession(page)).id).toBe(id);
      await page.reload();
      await expect(heading(page, 'Users')).toBeVisible();
    },
  );
}

testAlone(
  'a typed key is not sent to a program that has taken the port of a known server',
  async ({ page, server, open, allowError, picture }) => {
    allowError(lostServer);
    allowError(/status of 40[14]/);
    // It answers parts of the window that are still to come, too.
    allowError(/Failed to load module script/);
    await open('/settings/sessions');
    await page.getByRole('button', { name: 'Sign out this browser' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(heading(page, 'You are signed out')).toBeVisible();
    await server.kill();
    const other = await impostor(server, () => ({ status: 200, body: '{}' }));
    await page.getByLabel('Or use a personal key').fill(personalKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Another program answers at this address.')).toBeVisible();
    await picture('session-key-kept-back');
    expect(other.heard).not.toHaveLength(0);
    for (const request of other.heard) expect(request).not.toContain(personalKey);
    await other.stop();
    await server.resume();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(heading(page, 'Sessions')).toBeVisible();
  },
);
