import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures.ts';
import { hold } from '../hold.ts';

const actions = '/api/projects/@current/actions/';
const clickId = '0190a000-0000-7000-8000-000000000001';

const order = (distinct_id: string, plan: string) => ({
  event: 'order placed',
  distinct_id,
  properties: { plan, amount: 12, $current_url: 'https://shop.example/checkout?step=2' },
});

const click = {
  uuid: clickId,
  event: '$autocapture',
  distinct_id: 'ada',
  properties: {
    $event_type: 'click',
    $current_url: 'https://shop.example/cart',
    $elements_chain: 'button.cta:nth-child="1"text="Buy now";form.checkout:nth-child="2"',
  },
};

const preview = (page: Page) => page.getByRole('complementary', { name: 'Matching events' });

/** Returns the action in the address of the page. */
const idOf = (page: Page) => Number(/actions\/(\d+)/.exec(page.url())?.[1]);

async function addCondition(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add condition to step 1' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test('an action is defined, tested while typing, and saved', async ({ server, open }) => {
  for (const [id, plan] of [
    ['ada', 'pro'],
    ['bob', 'pro'],
    ['cyd', 'free'],
  ] as const) {
    await server.capture(order(id, plan));
  }
  const page = await open('/actions/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Paid order');
  await page.getByRole('combobox', { name: 'Event name of step 1' }).fill('order placed');
  await expect(preview(page)).toContainText('3 events of 3 people in the last 14 days');

  await addCondition(page, 'Property of the event');
  await expect(page.getByRole('combobox', { name: 'Name of property 1 of step 1' })).toBeFocused();
  await page.keyboard.type('plan');
  await page.getByRole('combobox', { name: 'Value of property 1 of step 1' }).fill('pro');
  await page.keyboard.press('Enter');
  await expect(preview(page)).toContainText('2 events of 2 people');
  await expect(preview(page).getByRole('list', { name: 'Newest matching events' }).getByRole('listitem')).toHaveCount(
    2,
  );

  await addCondition(page, 'URL');
  await page.keyboard.type('/checkout');
  await expect(
    page.getByText('Matches “order placed” events at a URL that contains “/checkout” where plan is pro.'),
  ).toBeVisible();
  await expect(preview(page)).toContainText('2 events of 2 people');

  await page.getByRole('combobox', { name: 'URL matching of step 1' }).click();
  await page.getByRole('option', { name: 'URL is exactly' }).click();
  await expect(preview(page)).toContainText('Nearest: order placed of bob');
  await expect(preview(page)).toContainText('It would match if url_matching were contains.');
  await preview(page).getByRole('button', { name: 'Match URL by contains' }).click();
  await expect(preview(page)).toContainText('2 events of 2 people');

  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/actions\/\d+\?project=\d+$/);
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  expect(await server.api('GET', `${actions}${idOf(page)}/`)).toMatchObject({
    name: 'Paid order',
    steps: [
      {
        event: 'order placed',
        url: '/checkout',
        url_matching: 'contains',
        properties: [{ key: 'plan', operator: 'exact', value: ['pro'], type: 'event' }],
      },
    ],
  });
});

test('an action created from an event always shows whether it still matches that event', async ({ server, open }) => {
  await server.capture(click);
  const page = await open(`/actions/new?event=${clickId}`);
  await expect(preview(page).getByText('Matches the original event')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Clicked Buy now');
  const text = page.getByRole('textbox', { name: 'Text of step 1', exact: true });
  await expect(text).toHaveValue('Buy now');

  await text.fill('buy now');
  await expect(preview(page).getByText('No longer matches the original event')).toBeVisible();
  await expect(preview(page)).toContainText('The text differs only in case');
  await preview(page).getByRole('button', { name: 'Use “Buy now”' }).click();
  await expect(preview(page).getByText('Still matches the original event')).toBeVisible();
  await expect(text).toHaveValue('Buy now');

  await page.getByRole('button', { name: 'Create action' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clicked Buy now' })).toBeVisible();
  const id = idOf(page);
  await expect.poll(() => server.api('GET', `${actions}${id}/count/`)).toMatchObject({ count: 1, people_count: 1 });
});

test('any one event can be checked against the draft', async ({ server, open }) => {
  await server.capture(click);
  await server.capture(order('bob', 'free'));
  const page = await open('/actions/new');
  await page.getByRole('combobox', { name: 'Event name of step 1' }).fill('order placed');
  await page.getByRole('combobox', { name: 'Event to check' }).click();
  await page.getByRole('option', { name: /autocapture/ }).click();
  const check = page.getByRole('region', { name: 'Check one event' });
  await expect(check).toContainText('does not match');
  await expect(check).toContainText('The event has $autocapture');
  await check.getByRole('button', { name: 'Use “$autocapture”' }).click();
  await expect(page.getByRole('combobox', { name: 'Event name of step 1' })).toHaveValue('$autocapture');
  await expect(check).not.toContainText('does not match');
});

test('a condition takes over the value of the event, unless that was cut', async ({ server, open }) => {
  const conditions = { note: 'short', plan: 'pro' };
  const id = await server.create(actions, { name: 'Noted', steps: [{ event: 'noted', properties: conditions }] });
  const properties = { note: 'a'.repeat(3000), plan: 'free "forever"' };
  await server.capture({ event: 'noted', distinct_id: 'ada', properties });
  const page = await open(`/actions/${id}`);
  await expect(preview(page)).toContainText('which fails 2 of 3 conditions');
  await expect(preview(page)).toContainText('The event has "aaa');
  const use = preview(page).getByRole('button', { name: /^Use/ });
  await expect(use).toHaveText(['Use “free "forever"”']);
  await use.click();
  await expect(preview(page)).toContainText('which fails 1 of 3 conditions');
});

test('an error from the server is shown at its field, and leaving unsaved work asks for confirmation', async ({
  server,
  open,
  allowError,
}) => {
  allowError(/status of 400/);
  await server.api('POST', actions, { name: 'Taken', steps: [{ event: 'a' }] });
  const id = await server.create(actions, { name: 'Mine', steps: [{ event: 'order placed' }] });
  const page = await open(`/actions/${id}`);
  await addCondition(page, 'Selector');
  await page.keyboard.type('a + b');
  const selector = page.getByRole('textbox', { name: 'Selector of step 1', exact: true });
  await expect(selector).toHaveAccessibleDescription(/not supported/);
  await page.keyboard.press('Control+s');
  await expect(selector).toBeFocused();
  await selector.fill('button.cta');

  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription('Enter a name for the action.');
  await name.fill('Taken');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');

  await page.getByRole('link', { name: 'Flags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(name).toHaveValue('Taken');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(name).toHaveValue('Mine');
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  await page.getByRole('link', { name: 'Flags' }).click();
  await expect(page).toHaveURL(/feature-flags/);
});

test('steps are added, copied and removed, and the sentence follows', async ({ open }) => {
  const page = await open('/actions/new');
  await page.getByRole('combobox', { name: 'Event name of step 1' }).fill('a');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Duplicate step 1' }).click();
  await page.getByRole('combobox', { name: 'Event name of step 2' }).fill('b');
  await expect(page.getByText('Matches “a” events; or “b” events.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove event name of step 2' }).click();
  await expect(page.getByRole('button', { name: 'Add condition to step 2' })).toBeFocused();
  await expect(page.getByText('Matches every event: step 2 has no condition.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove step 2' }).click();
  await page.getByRole('button', { name: 'Remove step 1' }).click();
  await expect(page.getByRole('button', { name: 'Add step' })).toBeFocused();
  await expect(page.getByText('Matches nothing: the action has no step.')).toBeVisible();
});

test('a message is written with placeholders and shown as it will be posted', async ({ server, open }) => {
  await server.capture(order('ada', 'pro'));
  const id = await server.create(actions, { name: 'Bought', steps: [{ event: 'order placed' }] });
  const page = await open(`/actions/${id}`);
  await page.getByRole('switch', { name: 'Post a message to the chat webhook for each match' }).press('Space');
  await expect(page.getByText('The project has no webhook yet')).toBeVisible();
  await page.getByRole('button', { name: 'Insert [person]' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.type(' paid');
  await page.getByRole('button', { name: 'Insert [event.properties.…]' }).click();
  await page.getByRole('menuitem', { name: 'amount' }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('[person] paid [event.properties.amount]');
  await expect(page.getByText('39 / 600 characters')).toBeVisible();
  await expect(page.getByText('ada paid 12')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  expect(await server.api('GET', `${actions}${id}/`)).toMatchObject({
    post_to_chat: true,
    chat_message_format: '[person] paid [event.properties.amount]',
  });
});

test('a change from elsewhere is announced before it is overwritten, and another tab keeps unsaved input', async ({
  server,
  open,
}) => {
  const steps = [{ event: 'order placed', properties: { plan: 'pro' } }];
  const id = await server.create(actions, { name: 'Mine', steps });
  const page = await open(`/actions/${id}`);
  const event = page.getByRole('combobox', { name: 'Event name of step 1' });
  await event.fill('order paid');
  await page.getByRole('link', { name: /^Count/ }).click();
  await expect(event).toBeHidden();
  await page.getByRole('link', { name: 'Definition' }).click();
  await expect(event).toHaveValue('order paid');

  await server.api('PATCH', `${actions}${id}/`, { description: 'Counted by finance' });
  await expect(page.getByText('This action was changed elsewhere since you opened it.')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  expect(await server.api('GET', `${actions}${id}/`)).toMatchObject({
    description: 'Counted by finance',
    steps: [{ event: 'order paid', properties: { plan: 'pro' } }],
  });
});

test('input typed during a save is kept, and a failed save is said above the form until it succeeds', async ({
  server,
  open,
  allowError,
}) => {
  const id = await server.create(actions, { name: 'Mine', steps: [{ event: 'order placed' }] });
  const page = await open(`/actions/${id}`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const description = page.getByRole('textbox', { name: 'Description' });
  await server.api('PATCH', `${actions}${id}/`, { description: 'Counted by finance' });
  await expect(description).toHaveValue('Counted by finance');
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();

  const saving = await hold(page, (route) => route.request().method() === 'PATCH');
  await name.fill('Paid');
  await page.keyboard.press('Control+s');
  await saving.isHeld;
  await description.fill('Counted by sales');
  saving.release();
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await expect(description).toHaveValue('Counted by sales');

  allowError(/status of 400/);
  const busy = { type: 'invalid_request', code: 'busy', detail: 'The server is busy.' };
  await page.route(`**/actions/${id}/`, (route) => route.fulfill({ status: 400, json: busy }), { times: 1 });
  const save = page.getByRole('button', { name: 'Save' });
  const failure = page.getByRole('group', { name: 'Action' }).getByRole('alert');
  await save.click();
  await expect(failure).toContainText('The server is busy.');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  expect((await sent).postDataJSON()).toEqual({ description: 'Counted by sales' });
  await expect(failure).toBeHidden();
});
