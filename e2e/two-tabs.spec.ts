import { expect, type Page } from '@playwright/test';
import { lostServer, test, testApart } from './fixtures.ts';
import { names } from './live-page.ts';
import type { BenchtopServer } from './server.ts';

/** Opens the same address in a second tab. */
async function otherTab(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  return other;
}

async function valuesOf(server: BenchtopServer): Promise<[string, boolean][]> {
  type Keys = { results: { value: string; revoked_at: string | null }[] };
  const { results } = (await server.api('GET', '/api/projects/@current/api_keys/')) as Keys;
  return results.map(({ value, revoked_at }) => [value, revoked_at === null]);
}

test('a key that was rotated in another tab is not revoked by a question about the one before', async ({
  open,
  server,
  allowError,
}) => {
  allowError(/status of 409/);
  const page = await open('/settings/project-keys');
  const other = await otherTab(page);
  const [[before] = ['']] = await valuesOf(server);
  for (const tab of [page, other])
    await tab
      .getByRole('button', { name: tab === page ? /^Rotate/ : /^Revoke/ })
      .first()
      .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await expect(page.getByRole('row', { name: /Revoked/ })).toContainText(before);
  const rotated = await valuesOf(server);
  await other.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(other.getByRole('dialog').getByRole('alert')).toContainText('The key was rotated elsewhere');
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(other.getByRole('row').filter({ hasText: rotated[0]?.[0] ?? '' })).toBeVisible();
  expect(await valuesOf(server)).toEqual(rotated);
});

test('a name is changed neither unread nor by Enter alone when another tab changed it', async ({ open, server }) => {
  const path = '/api/projects/@current/api_keys/';
  const id = await server.create(path, { name: 'iOS' });
  const nameOf = async () => {
    const { results } = (await server.api('GET', path)) as { results: { id: number; name: string }[] };
    return results.find((key) => key.id === id)?.name;
  };
  const page = await open('/settings/project-keys');
  await page.getByRole('button', { name: 'Edit name of iOS' }).click();
  await server.api('PATCH', `${path}${id}/`, { name: 'Android' });
  const field = page.getByRole('textbox', { name: 'name of Android' });
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit name of Android' })).toBeVisible();
  expect(await nameOf()).toBe('Android');

  await page.getByRole('button', { name: 'Edit name of Android' }).click();
  await field.fill('Phone');
  await server.api('PATCH', `${path}${id}/`, { name: 'Tablet' });
  const edited = page.getByRole('textbox', { name: 'name of Tablet' });
  await edited.press('Enter');
  await expect(page.getByText('Changed elsewhere to “Tablet”. Save again to replace it.')).toBeVisible();
  expect(await nameOf()).toBe('Tablet');
  await edited.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit name of Phone' })).toBeVisible();
});

testApart('a user whose name is edited keeps the email that another tab entered', async ({ open, server }) => {
  const page = await open('/settings/users');
  await page.getByRole('button', { name: 'Edit Me' }).click();
  await server.api('PATCH', '/api/users/@me/', { email: 'me@example.com' });
  await expect(page.getByRole('row', { name: /me@example.com/ })).toBeVisible();
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Save user' }).click();
  await expect(page.getByRole('row', { name: /Ada.*me@example.com/ })).toBeVisible();
});

testApart('a copy that another tab created is listed', async ({ open, server }) => {
  const page = await open('/settings/server');
  await expect(page.getByText('No copies yet.')).toBeVisible();
  await server.api('POST', '/api/storage/copies/', {});
  await expect(page.getByRole('row', { name: /Manual/ })).toBeVisible();
});

test('a note of a pin is not lost to one that was typed before', async ({ openLive, server }) => {
  const page = await openLive({ event: 'paid', distinct_id: 'ann' });
  await page.getByRole('option', { name: /^paid/ }).click();
  await page.keyboard.press('p');
  const pin = page.getByRole('list', { name: 'Pinned events' }).getByRole('listitem');
  await pin.getByRole('button', { name: 'Add note' }).click();
  const { results } = (await server.api('GET', '/api/projects/@current/pins/')) as { results: { uuid: string }[] };
  const path = `/api/projects/@current/pins/${results[0]?.uuid}/`;
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('mine');
  const seen = page.waitForResponse(
    async (response) => /\/pins\/$/.test(response.url()) && (await response.text()).includes('theirs'),
  );
  await server.api('PATCH', path, { note: 'theirs' });
  await seen;
  await note.press('Enter');
  await expect(page.getByText('Changed elsewhere to “theirs”. Save again to replace it.')).toBeVisible();
  expect(await server.api('GET', '/api/projects/@current/pins/')).toMatchObject({ results: [{ note: 'theirs' }] });
  await note.press('Enter');
  await expect(pin).toContainText('mine');
});

test('a view is not replaced by one that was named before it was known', async ({
  openLive,
  server,
  visit,
  allowError,
}) => {
  allowError(/status of 400/);
  const page = await openLive({ event: 'paid', distinct_id: 'ann' });
  await visit('/live?q=event%3Apaid');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('Paid');
  const path = '/api/projects/@current/saved_views/';
  await page.route('**/saved_views/', (route) => (route.request().method() === 'GET' ? undefined : route.fallback()));
  await server.api('POST', path, { name: 'Paid', filter: 'plan=pro' });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Could not save the view')).toBeVisible();
  expect(await server.api('GET', path)).toMatchObject({ results: [{ name: 'Paid', filter: 'plan=pro' }] });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(() => server.api('GET', path)).toMatchObject({ results: [{ filter: 'event:paid' }] });
});

test('a note is not lost with the pin of a deleted event', async ({ openLive, server }) => {
  const page = await openLive({ event: 'paid', distinct_id: 'ann', properties: { $benchtop_test_run: 'qa' } });
  await page.getByRole('option', { name: /^paid/ }).click();
  await page.keyboard.press('p');
  const pin = page.getByRole('list', { name: 'Pinned events' }).getByRole('listitem');
  await pin.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Why twice?');
  await page.keyboard.press('Enter');
  await server.api('DELETE', '/api/projects/@current/test_runs/qa/');
  await expect(pin).toContainText(/Deleted.*Why twice\?/);
  await pin.getByRole('button', { name: 'Unpin' }).click();
  const question = page.getByRole('dialog', { name: 'Unpin “paid”?' });
  await expect(question).toContainText('The event was deleted, so its pin and note cannot be restored.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(pin).toContainText('Why twice?');
  await pin.getByRole('button', { name: 'Unpin' }).click();
  await question.getByRole('button', { name: 'Unpin' }).click();
  await expect(pin).toHaveCount(0);
});

testApart('a chat webhook that another tab saved is not replaced unread', async ({ open, server }) => {
  const page = await open('/settings/chat');
  await page.getByLabel('Webhook URL').fill('https://hooks.example.com/mine');
  await server.api('PATCH', '/api/projects/@current/actions/chat/', {
    webhook_url: 'https://hooks.example.com/theirs',
  });
  await expect(page.getByText('The webhook was changed elsewhere since you opened it.')).toBeVisible();
});

testApart('events that a restore of an older copy took leave the list', async ({ open, server, allowError }) => {
  allowError(lostServer);
  allowError(/status of 503/);
  await server.capture({ event: 'kept', distinct_id: 'ann' });
  const { name } = (await server.api('POST', '/api/storage/copies/', {})) as { name: string };
  await server.capture({ event: 'lost', distinct_id: 'ann' });
  const page = await open('/live');
  await expect.poll(() => names(page)).toEqual(['lost', 'kept']);
  await server.api('POST', '/api/storage/restore/', { copy: name });
  await expect.poll(() => names(page)).toEqual(['kept']);
  await server.capture({ event: 'new', distinct_id: 'ann' });
  await expect.poll(() => names(page)).toEqual(['new', 'kept']);
});
