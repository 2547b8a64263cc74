import { gunzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { serve } from '../loopback.ts';
import { personalKey } from '../server.ts';

const paid = (id: string) => ({ event: 'paid', distinct_id: id });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const state = (page: Page) => page.getByRole('region', { name: 'State' });

/** Starts another PostHog-compatible server, which answers as it is told to. */
async function startReceiver() {
  const receiver = { status: 200, said: 'An answer of the receiver.', names: [] as string[] };
  const running = await serve((_request, response, body) => {
    const { batch } = JSON.parse(gunzipSync(body).toString()) as { batch: { event: string }[] };
    const isRefused = receiver.status !== 200 || batch.some(({ event }) => event === 'bad');
    const status = receiver.status === 200 && isRefused ? 400 : receiver.status;
    if (!isRefused) receiver.names.push(...batch.map(({ event }) => event));
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify({ detail: receiver.said }));
  });
  return Object.assign(receiver, running);
}

async function saveReceiver(page: Page, url: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByRole('textbox', { name: 'Project key of the receiver' }).fill('phc_keyOfTheReceiver');
  await page.getByRole('switch', { name: /^Allow this computer/ }).press('Space');
  await button(page, 'Save').click();
  await expect(page.getByText('The relay is saved.')).toBeVisible();
  await expect(button(page, 'No changes')).toBeVisible();
}

test('events are forwarded to another server, and the page shows the progress', async ({ server, open, pictures }) => {
  const receiver = await startReceiver();
  await server.capture(paid('before'));
  const page = await open('/settings/relay');
  await expect(state(page)).toContainText('Nothing is sent, and no event waits.');
  await expect(state(page)).toContainText('Save an address and a key first.');
  await expect(button(page, 'Turn on')).toHaveCount(0);
  await saveReceiver(page, receiver.url);
  await expect(page.getByText('phc_keyO… is saved. Enter another key to replace it.')).toBeVisible();
  await expect(page.locator('body')).not.toContainText('keyOfTheReceiver');
  await expectAccessible(page, 'the relay that is off');

  await button(page, 'Send test event').click();
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  expect(receiver.names).toEqual(['Benchtop relay test']);

  // A choice alone sends no stored event.
  await expect(state(page).getByRole('radio', { name: 'New events' })).toBeChecked();
  await button(page, 'Turn on').click();
  await expect(state(page)).toContainText('Up to date');
  await server.capture(paid('ann'));
  await expect(state(page)).toContainText(/Sent\s*1/);
  expect(receiver.names).toEqual(['Benchtop relay test', 'paid']);
  await expect(page.getByRole('contentinfo')).toContainText('Relay: Up to date');

  receiver.status = 401;
  await server.capture(paid('bob'));
  await expect(state(page)).toContainText('Refused');
  await expect(state(page)).toContainText('Waiting1 event');
  await expect(state(page)).toContainText('The receiver answered 401: it refuses the key.');
  await expect(page.getByRole('contentinfo')).toContainText('Relay: Refused');
  await expectAccessible(page, 'the relay that is refused');
  await pictures('relay-refused');
  receiver.status = 200;
  await button(page, 'Retry now').press('Enter');
  await expect(state(page)).toContainText('Up to date');

  await server.capture({ event: 'bad', distinct_id: 'ann' });
  await server.capture(paid('cy'));
  const row = page.getByRole('table', { name: 'Set aside' }).getByRole('row', { name: 'bad' });
  const answer = row.getByText('The receiver answered 400.');
  await expect(answer).toContainText('It said: {"detail":"An answer of the receiver."}');
  // The reason is at its end.
  expect(await answer.evaluate((text) => getComputedStyle(text).whiteSpace)).toBe('normal');
  await pictures('relay-set-aside');
  await receiver.close();
});

test('a paused relay stays paused, and turning it off says what is lost', async ({ server, open }) => {
  const receiver = await startReceiver();
  const page = await open('/settings/relay');
  await saveReceiver(page, receiver.url);
  await button(page, 'Turn on').click();
  await button(page, 'Pause').click();
  await expect(state(page)).toContainText('Events wait until you resume.');
  await server.capture(paid('ann'));
  await server.capture(paid('bob'));
  await page.reload();
  await expect(state(page)).toContainText('Waiting2 events');

  await button(page, 'Turn off').click();
  const dialog = page.getByRole('dialog', { name: 'Turn off the relay?' });
  await expect(dialog).toContainText('2 events that wait will not be forwarded. Pause instead to keep them waiting.');
  await expectAccessible(page, 'the question before switching off');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(page, 'Turn off')).toBeFocused();
  await button(page, 'Resume').click();
  await expect(state(page)).toContainText(/Sent\s*2/);
  expect(receiver.names).toEqual(['paid', 'paid']);

  await button(page, 'Turn off').click();
  await dialog.getByRole('button', { name: 'Turn off relay' }).click();
  await expect(state(page)).toContainText('Nothing is sent, and no event waits.');
  await expect(page.getByRole('contentinfo')).not.toContainText('Relay');
  await receiver.close();
});

test('a filter is counted before it is saved, and a save in another tab overwrites no draft', async ({
  server,
  open,
  allowError,
}) => {
  for (const event of ['paid', 'paid', 'visited'])
    await server.capture({ event, distinct_id: 'ann', properties: { total: 12 } });
  const page = await open('/settings/relay');
  await expect(page.getByText('3 events stored here pass this filter.')).toBeVisible();
  await server.capture({ event: 'visited', distinct_id: 'bob' });
  await expect(page.getByText('4 events stored here pass this filter.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Only these events' }).fill('pa*');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 events stored here pass this filter.')).toBeVisible();

  // Another tab saves the address.
  await fetch(`${server.url}/api/projects/${server.project.id}/relay/`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${personalKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ address: 'https://relay.example.com' }),
  });
  await expect(page.getByText(/was changed elsewhere since you opened it/)).toBeVisible();
  await expect(page.getByText('pa*', { exact: true })).toBeVisible();
  await button(page, 'Save').click();
  await expect(page.getByText('The relay is saved.')).toBeVisible();
  await expect(button(page, 'No changes')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('https://relay.example.com');
  expect(await server.api('GET', '/api/projects/@current/relay/')).toMatchObject({
    address: 'https://relay.example.com',
    filter: { event_any: ['pa*'] },
  });

  allowError(/status of 400/);
  await page.getByRole('textbox', { name: 'Address' }).fill('http://example.com');
  await button(page, 'Save').click();
  await expect(page.getByText('Use https; http is allowed only for localhost and private IP addresses.')).toBeVisible();
  await button(page, 'Discard changes').click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('https://relay.example.com');
});

test('a count that fails is said once', async ({ open, allowError }) => {
  allowError(/status of 500/);
  const page = await open('/settings/relay');
  const counted = page.getByText('0 events stored here pass this filter.');
  await expect(counted).toBeVisible();
  const detail = 'It broke.';
  await page.route('**/relay/preview/', (route) =>
    route.fulfill({ status: 500, json: { type: 'server_error', code: 'error', detail } }),
  );
  const notice = page.getByText('Could not refresh the number of stored events');
  await expect(async () => {
    // As on return to the tab.
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(counted).toBeVisible();
  await expect(page.getByText(detail)).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Only these events' }).fill('other');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Could not count the stored events: ${detail}`)).toBeVisible();
});

test('edits are neither applied nor lost before they are saved', async ({ server, open, allowError }) => {
  const receiver = await startReceiver();
  await server.capture(paid('ann'));
  const page = await open('/settings/relay');
  await saveReceiver(page, receiver.url);
  receiver.status = 401;
  receiver.said = 'too-long-to-break'.repeat(20);
  await button(page, 'Send test event').click();
  await expect(page.getByText('Not delivered', { exact: true })).toBeVisible();
  const told = await page.getByText(/The receiver answered 401.*too-long/).boundingBox();
  expect((told?.x ?? 0) + (told?.width ?? Number.POSITIVE_INFINITY)).toBeLessThan(page.viewportSize()?.width ?? 0);

  // A wrong key is said until it is changed.
  allowError(/status of 400/);
  const key = page.getByRole('textbox', { name: 'Project key of the receiver' });
  await key.fill('phx_aPersonalKeyOfSomebody');
  await key.press('Enter');
  await expect(page.getByText(/got a personal key/)).toBeVisible();
  await key.fill('');
  await expect(page.getByText(/got a personal key/)).toHaveCount(0);

  // The switch would forward by the saved filter, not the one shown.
  await page.getByRole('combobox', { name: 'Only these events' }).fill('other');
  await page.keyboard.press('Enter');
  await expect(state(page)).toContainText('Save or discard your changes first.');
  await expect(button(page, 'Turn on')).toBeDisabled();
  await page.getByRole('link', { name: 'Live' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(dialog).toContainText('Changes to the relay are not saved.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('other', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(button(page, 'No changes')).toBeVisible();
  await expect(page.getByText('Not delivered', { exact: true })).toHaveCount(0);

  receiver.status = 200;
  await button(page, 'Turn on').click();
  await expect(state(page)).toContainText('Up to date');
  await button(page, 'Pause').click();
  await expect(button(page, 'Resume')).toBeEnabled();
  await key.fill('phc_anotherKey');
  await expect(button(page, 'Resume')).toBeDisabled();
  await button(page, 'Discard changes').click();
  await expect(button(page, 'Resume')).toBeEnabled();
  await receiver.close();
});
