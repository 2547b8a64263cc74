import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { detail, row } from './live-page.ts';

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
