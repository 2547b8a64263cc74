import { expect } from '@playwright/test';
import { test, testApart } from '../fixtures.ts';
import { detail, row, rows } from '../live-page.ts';

test('an event that is sent again is found among many that arrive meanwhile', async ({ server, openLive }) => {
  const page = await openLive({ event: 'order', distinct_id: 'ada', properties: { total: 5 } });
  await row(page, /^order/).click();
  const bob = { distinct_id: 'bob' };
  const others = Array.from({ length: 350 }, (_, n) => ({ event: `other ${n}`, ...bob }));
  await page.route('**/capture/', async (route) => {
    // Dropped: without a name, or with the name of a property of the event.
    await server.capture({ batch: [bob, { event: 'total' }, ...others] }, '/batch/');
    await route.continue();
  });
  // A page may end before its limit, such as by its size.
  await page.route('**/events/?*limit=1000*', (route) =>
    route.continue({ url: route.request().url().replace('limit=1000', 'limit=100') }),
  );
  await detail(page).getByRole('button', { name: 'Resend', exact: true }).click();
  await detail(page).getByRole('button', { name: 'Show the new event' }).click();
  await expect(detail(page).getByRole('heading', { name: 'order' })).toBeVisible();
  await expect(detail(page)).toContainText('Accepted');

  await detail(page).getByRole('button', { name: 'Edit and resend' }).click();
  const editor = detail(page).getByRole('textbox', { name: 'Event as JSON' });
  await editor.fill((await editor.innerText()).replace('"distinct_id": "ada",', ''));
  await detail(page).getByRole('button', { name: 'Send', exact: true }).click();
  await detail(page).getByRole('button', { name: 'Show the new event' }).click();
  await expect(detail(page)).toContainText('No distinct_id');
  await expect(detail(page).getByRole('heading', { name: 'order' })).toBeVisible();
});

test('an event that is sent without a uuid is not said to be on its way', async ({ openLive }) => {
  const page = await openLive({ event: 'order', distinct_id: 'ada' });
  await row(page, /^order/).click();
  await detail(page).getByRole('button', { name: 'Edit and resend' }).click();
  const editor = detail(page).getByRole('textbox', { name: 'Event as JSON' });
  await editor.fill((await editor.innerText()).replace(/,\s*"uuid": "[^"]+"/, ''));
  await detail(page).getByRole('button', { name: 'Send', exact: true }).click();
  await expect(detail(page)).toContainText('Sent. The new event could not be identified in the list.');
});

test('an integer that a number cannot hold has all digits in the page, the raw request and a resent event', async ({
  server,
  open,
}) => {
  const account = '1234567890123456781';
  const properties = `{"account":${account}}`;
  // `capture` of the fixtures takes an object, which would round it.
  const body = `{"api_key":"${server.project.key}","event":"large","distinct_id":"ada","properties":${properties}}`;
  expect((await fetch(`${server.url}/capture/`, { method: 'POST', body })).status).toBe(200);
  const page = await open('/live');
  await row(page, /^large/).click();
  const shown = detail(page).getByRole('list', { name: 'Properties' });
  await expect(shown).toContainText(`account${account}`);
  await detail(page).getByRole('tab', { name: 'Raw' }).click();
  await expect(detail(page).getByRole('region', { name: 'Body' })).toContainText(`"account": ${account}`);
  await detail(page).getByRole('button', { name: 'Edit and resend' }).click();
  await expect(detail(page).getByRole('textbox', { name: 'Event as JSON' })).toContainText(`"account": ${account}`);
  await detail(page).getByRole('button', { name: 'Send', exact: true }).click();
  await detail(page).getByRole('button', { name: 'Show the new event' }).click();
  await detail(page).getByRole('tab', { name: 'Event' }).click();
  await expect(shown).toContainText(`account${account}number`);
});

// A request with an unknown key is listed in each project of its server.
testApart(
  'a rejected request is sent again as it came, and one that the log lacks a part of says why it cannot be',
  async ({ server, open, allowError }) => {
    allowError(/status of 401/);
    const event = { event: 'form sent', distinct_id: 'ada' };
    const dataOf = (body: object) => `data=${encodeURIComponent(Buffer.from(JSON.stringify(body)).toString('base64'))}`;
    const send = async (path: string, type: string, body: string, headers = {}) => {
      const init = { method: 'POST', headers: { 'Content-Type': type, ...headers }, body };
      expect((await fetch(`${server.url}${path}`, init)).status).toBe(401);
    };
    const form = 'application/x-www-form-urlencoded';
    const key = await server.formerKey();
    await send('/e/?compression=base64&ip=1&ver=1.2', form, dataOf({ api_key: key, ...event }));
    const page = await open('/live?status=rejected');
    type Rejected = {
      uuid: string;
      request: Record<'path' | 'query' | 'body', string> & { headers: { [name: string]: string } };
    };
    const requests = async () => {
      const list = (await server.api('GET', '/api/projects/@current/events/?status=rejected')) as {
        results: Rejected[];
      };
      const details = list.results.map(({ uuid }) => server.api('GET', `/api/projects/@current/events/${uuid}/`));
      return ((await Promise.all(details)) as Rejected[]).map(({ request: { path, query, body, headers } }) => ({
        path,
        query,
        body,
        type: headers['content-type'],
        run: headers['x-benchtop-test-run'],
      }));
    };
    await row(page, /rejected/i).click();
    const resend = detail(page).getByRole('button', { name: 'Resend', exact: true });
    await expect(resend).toHaveAttribute('title', 'Send the request again, uncompressed (r)');
    const [sending] = await Promise.all([page.waitForRequest('**/e/?*'), resend.click()]);
    expect(sending.url()).toBe(`${server.url}/e/?ip=1&ver=1.2`);
    expect(new URLSearchParams(sending.postData() ?? '').get('data')).toBe(JSON.stringify({ api_key: key, ...event }));
    await expect(detail(page).getByRole('alert')).toHaveText(/^Sent, and rejected: Project API key invalid: /);
    await expect.poll(async () => (await requests()).length).toBe(2);
    const [again, first] = await requests();
    expect({ ...again, query: `compression=base64&${again?.query}` }).toEqual(first);

    const json = JSON.stringify({ api_key: 'phx_12345678901234567890', ...event });
    for (const [count, body, type, reason] of [
      [3, `${dataOf(event)}&api_key=${key}`, form, /a field of the form beside the data/],
      [4, json, 'application/json', /a secret, such as a personal key/],
    ] as const) {
      await send('/e/', type, body);
      await expect(rows(page).getByRole('option')).toHaveCount(count);
      await rows(page).getByRole('option').first().click();
      await expect(resend).toHaveAttribute('title', reason);
      await expect(resend).toBeDisabled();
      await detail(page).getByRole('button', { name: 'Edit and resend' }).click();
      await expect(detail(page)).toContainText(reason);
      await detail(page).getByRole('button', { name: 'Cancel' }).click();
    }
  },
);

test('a rejected request of a few kilobytes that is nested deeply is edited as it came', async ({ server, open }) => {
  const nested = `${'['.repeat(1500)}${']'.repeat(1500)}`;
  const body = `{"api_key":"${await server.formerKey()}","event":"nested","properties":{"nested":${nested}}}`;
  expect((await fetch(`${server.url}/capture/`, { method: 'POST', body })).status).toBe(401);
  const page = await open('/live?status=rejected');
  await row(page, /^Rejected: nested/).click();
  await detail(page).getByRole('button', { name: 'Edit and resend' }).click();
  await expect(detail(page).getByRole('textbox', { name: 'Event as JSON' })).toHaveText(body);
});
