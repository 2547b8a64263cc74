import { expect, type Page } from '@playwright/test';
import { dayMs, launched } from '../experiment-data.ts';
import { ended, experiments, make, saved } from '../experiment-setup.ts';
import { test, testApart } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

testApart('a browser whose clock is ahead launches and stops at once', async ({ server, open, visit }) => {
  const { id } = await make(server, {});
  const page = await open(`/experiments/${id}`);
  await page.clock.setFixedTime(Date.now() + 2 * dayMs);
  await page.getByRole('button', { name: 'Launch' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
  await expect(page.getByText('“Checkout” is running.')).toBeVisible();
  expect(await saved(server, id)).toMatchObject({ status: 'running' });
  await visit(`/experiments/${id}/decide`);
  await page.getByRole('button', { name: 'Stop without a rollout…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop without a rollout' }).click();
  await expect(page.getByText('“Checkout” is stopped.')).toBeVisible();
  expect(await saved(server, id)).toMatchObject({ status: 'complete' });
});

const shipElsewhere = (server: BenchtopServer, id: number) =>
  server.api('PATCH', `${experiments}${id}/`, {
    end_date: 'now',
    conclusion: 'won',
    conclusion_comment: 'Shipped by Ada',
    flag_outcome: { kind: 'ship', variant: 'test' },
  });

const changedElsewhere =
  'This decision was changed elsewhere since you opened it. Confirming yours overwrites that change.';
const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: 'This decision was changed elsewhere' });

test('a decision that somebody else makes meanwhile is not replaced unseen', async ({ server, open }) => {
  const id = await launched(server);
  const page = await open(`/experiments/${id}/decide`);
  await page.getByRole('radio', { name: /^Inconclusive/ }).check();
  await shipElsewhere(server, id);
  const notice = noticeOf(page);
  await expect(notice).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Shipped by Ada');
  await page.getByRole('button', { name: 'Ship “control” to everyone' }).click();
  await expect(page.getByRole('dialog')).toContainText(changedElsewhere);
  await page.keyboard.press('Escape');
  await notice.getByRole('button', { name: 'Load the newer version and discard my changes' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('radio', { name: /^A test variant won/ })).toBeChecked();
});

test('a decision that the page has not read yet is shown before it is replaced', async ({ server, open }) => {
  const id = await launched(server);
  const page = await open(`/experiments/${id}/decide`);
  const ship = page.getByRole('button', { name: 'Ship “control” to everyone' });
  await page.getByRole('radio', { name: /^Inconclusive/ }).check();
  await ship.click();
  const polls = Promise.withResolvers<void>();
  await page.route('**/decision/', async (route) => {
    await polls.promise;
    await route.continue();
  });
  await shipElsewhere(server, id);
  const decided = await saved(server, id);
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Ship “control” to everyone' });
  await confirm.click();
  polls.resolve();
  await expect(noticeOf(page)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Inconclusive/ })).toBeChecked();
  expect(await saved(server, id)).toEqual(decided);

  await ship.click();
  await expect(page.getByRole('dialog')).toContainText(changedElsewhere);
  await confirm.click();
  await expect(page.getByText('short-form now serves “control” to everyone.')).toBeVisible();
  const { end_date } = decided as { end_date?: string };
  expect(await saved(server, id)).toMatchObject({ conclusion: 'inconclusive', serves: 'control', end_date });
});

for (const [what, act] of [
  [
    'a canceled confirmation',
    async (page: Page) => {
      await page.getByRole('button', { name: 'Stop without a rollout…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
    },
  ],
  [
    'the same decision',
    async (page: Page) => {
      await page.getByRole('radio', { name: /^A test variant won/ }).check();
      await page.getByRole('radio', { name: /^Ship “test” to everyone/ }).check();
      await page.getByRole('textbox', { name: 'Note' }).fill('Shipped by Ada');
    },
  ],
] as const) {
  test(`${what} is not outdated by a decision from elsewhere`, async ({ server, open }) => {
    const id = await launched(server);
    const page = await open(`/experiments/${id}/decide`);
    await act(page);
    await shipElsewhere(server, id);
    await expect(page.getByRole('heading', { name: /^Decide on/, level: 1 })).toBeVisible();
    await expect(page.getByRole('radio', { name: /^A test variant won/ })).toBeChecked();
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Shipped by Ada');
    await expect(noticeOf(page)).toHaveCount(0);
  });
}

test('a note that is typed into a dialog is not lost by Escape, and Cancel and a reload ask', async ({
  server,
  open,
}) => {
  const { id } = await ended(server, 1);
  const page = await open(`/experiments/${id}`);
  await page.getByRole('button', { name: 'Add conclusion' }).click();
  const note = page.getByRole('dialog').getByRole('textbox', { name: 'Note' });
  await note.fill('Typed at length');
  await page.keyboard.press('Escape');
  await expect(note).toHaveValue('Typed at length');
  const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  for (const leave of [() => button('Cancel').click(), () => button('Close').click(), () => page.goBack()]) {
    await leave();
    const discard = page.getByRole('dialog', { name: 'Discard changes?' });
    await expect(discard).toContainText('What you entered is not saved.');
    await discard.getByRole('button', { name: 'Cancel' }).click();
    await expect(discard).toHaveCount(0);
    await expect(note).toHaveValue('Typed at length');
  }
  const asked = page.waitForEvent('dialog').then(async (question) => {
    await question.dismiss();
    return question.type();
  });
  await page.evaluate(() => location.reload());
  expect(await asked).toBe('beforeunload');
  await expect(note).toHaveValue('Typed at length');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(note).toHaveCount(0);

  // A conclusion keeps the note that somebody else writes meanwhile.
  await page.getByRole('button', { name: 'Add conclusion' }).click();
  await server.api('PATCH', `${experiments}${id}/`, { conclusion_comment: 'From elsewhere' });
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Inconclusive/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Conclusion' })).toContainText('Conclusion: Inconclusive');
  const written = await server.api('GET', `${experiments}${id}/`);
  expect(written).toMatchObject({ conclusion: 'inconclusive', conclusion_comment: 'From elsewhere' });
});
