import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { serve } from './loopback.ts';

const actions = '/api/projects/@current/actions/';
const order = (id: string) => ({ event: 'order placed', distinct_id: id, properties: { amount: 40 } });

test('each match is posted to the chat, a failing receiver is retried, and every try is shown', async ({
  server,
  open,
}) => {
  const chat = await startReceiver();
  const ordered = { name: 'Ordered', steps: [{ event: 'order placed' }] };
  const id = await server.create(actions, ordered);
  const page = await open('/settings/chat');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(chat.url);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Actions' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('Changes to the webhook are not saved.');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('switch', { name: /^Allow this computer/ }).press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Actions' }).click();
  await page.getByRole('link', { name: 'Ordered' }).click();
  await page.getByRole('switch', { name: 'Post a message to the chat webhook for each match' }).press('Space');
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('[person] did [action.name] for [event.properties.amount] by [event] [sic]');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('“Ordered” is saved.')).toBeVisible();
  await server.capture(order('ada'));
  const text = 'ada did Ordered for 40 by order placed [sic]';
  await expect.poll(() => chat.received).toEqual([{ text }]);
  await page.getByRole('link', { name: 'Chat', exact: true }).click();
  const messages = page.getByRole('table', { name: 'Messages' });
  await expect(messages.getByRole('row', { name: text })).toContainText('Delivered');
  await expect(messages.getByRole('row', { name: text })).toContainText('Answered 200');

  chat.status = 503;
  await server.capture(order('bob'));
  const failing = messages.getByRole('row', { name: /^bob did Ordered/ });
  await expect(failing).toContainText('Waiting');
  await expect(failing).toContainText('503');
  const tries = failing.getByRole('cell').nth(2);
  // Again by itself, a second later and then with longer waits.
  await expect(tries).toHaveText(/^[2-9]$/);
  await expect(failing).toContainText(/next/);
  expect(await server.api('GET', `${actions}${id}/count/`)).toMatchObject({ count: 2, people_count: 2 });
  chat.status = 200;
  await expect(failing).toContainText('Delivered', { timeout: 45_000 });
  const toBob = chat.received.filter((body) => JSON.stringify(body).includes('bob did Ordered for 40'));
  await expect(tries).toHaveText(String(toBob.length));
  expect(chat.received).toHaveLength(1 + toBob.length);
  await chat.close();
});

/** Starts the test's own chat server, which answers as it is told to. */
async function startReceiver() {
  const state = { status: 200, received: [] as unknown[] };
  const { url, close } = await serve((_request, response, body) => {
    state.received.push(JSON.parse(body.toString()));
    response.writeHead(state.status).end();
  });
  return Object.assign(state, { url: `${url}/hook`, close });
}
