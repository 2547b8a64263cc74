import { expect } from '@playwright/test';
import { test } from '../fixtures.ts';
import { serve } from '../loopback.ts';

const actions = '/api/projects/@current/actions/';
const order = (id: string) => ({ event: 'order placed', distinct_id: id, properties: { amount: 40 } });

test('a webhook is set and tested, each match is posted, and failures are retried by themselves or by hand', async ({
  server,
  open,
  allowError,
}) => {
  allowError(/status of 400 .*\/actions\/chat\//);
  const chat = await startReceiver();
  const id = await server.create(actions, {
    name: 'Ordered',
    steps: [{ event: 'order placed' }],
    post_to_chat: true,
    chat_message_format: '[person] did [action.name] for [event.properties.amount] by [event] [sic]',
  });
  const page = await open(`/actions/${id}?tab=chat`);
  await expect(page.getByText('not posted until a webhook is set')).toBeVisible();
  await page.getByRole('link', { name: 'Set the webhook' }).click();
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  await url.fill(chat.url);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Actions' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('Changes to the webhook are not saved.');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(url).toHaveAccessibleDescription(
    /not allowed unless “Allow this computer and private networks” .* is on/,
  );
  await page.getByRole('switch', { name: /^Allow this computer/ }).press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByText('Delivered, answered 200')).toBeVisible();
  expect(chat.received.splice(0)).toHaveLength(1);

  await server.capture(order('ada'));
  const text = 'ada did Ordered for 40 by order placed [sic]';
  await expect.poll(() => chat.received).toEqual([{ text }]);
  const messages = page.getByRole('table', { name: 'Messages' });
  await expect(messages.getByRole('row', { name: text })).toContainText('Delivered');
  await expect(messages.getByRole('row', { name: text })).toContainText('Answered 200');

  chat.status = 503;
  await server.capture(order('bob'));
  const failing = messages.getByRole('row', { name: /^bob did Ordered/ });
  await expect(failing).toContainText('Waiting');
  await expect(failing).toContainText('503');
  await expect(page.getByText('While 200 messages of the project wait, further matches post nothing.')).toBeVisible();
  const tries = failing.getByRole('cell').nth(3);
  // Again by itself, a second later and then with longer waits.
  await expect(tries).toHaveText(/^[2-9]$/);
  await expect(failing).toContainText(/next/);
  expect(await server.api('GET', `${actions}${id}/count/`)).toMatchObject({ count: 2, people_count: 2 });
  chat.status = 200;
  await expect(failing).toContainText('Delivered', { timeout: 45_000 });
  const toBob = chat.received.filter((body) => JSON.stringify(body).includes('bob did Ordered for 40'));
  await expect(tries).toHaveText(String(toBob.length));
  expect(chat.received).toHaveLength(1 + toBob.length);

  chat.status = 404;
  await server.capture(order('cyd'));
  const failed = messages.getByRole('row', { name: /^cyd did Ordered/ });
  await expect(failed).toContainText('Failed');
  chat.status = 200;
  await failed.getByRole('button', { name: /^Retry now/ }).click();
  await expect(failed).toContainText('Delivered');
  expect(chat.received.at(-1)).toEqual({ text: 'cyd did Ordered for 40 by order placed [sic]' });
  await failed.getByRole('link', { name: 'Ordered', exact: true }).click();
  await expect(page.getByText('Posts each match')).toBeVisible();
  await chat.close();
});

test('discarding a webhook saves nothing, on its page and when leaving', async ({ server, open }) => {
  const page = await open('/settings/chat');
  await page.setViewportSize({ width: 1280, height: 800 });
  const url = page.getByRole('textbox', { name: 'Webhook URL' });
  const place = await url.boundingBox();
  await url.fill('https://chat.example/hook');
  // Discard in the header must not move the form below it.
  expect(await url.boundingBox()).toEqual(place);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(url).toHaveValue('');
  await expect(page.getByRole('button', { name: 'No changes' })).toBeFocused();
  await url.fill('https://chat.example/hook');
  await page.getByRole('link', { name: 'Masks' }).click();
  const leave = page.getByRole('button', { name: 'Discard and leave' });
  await leave.press('Control+s');
  await leave.click();
  await expect(page.getByRole('heading', { name: 'Masks', level: 1 })).toBeVisible();
  expect(await server.api('GET', `${actions}chat/`)).toMatchObject({ webhook_url: null });
});

test('saving by keyboard keeps the focus at Save', async ({ open }) => {
  const page = await open('/settings/chat');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://chat.example/hook');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('The webhook is saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No changes' })).toBeFocused();
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
