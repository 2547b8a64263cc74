import { expect, type Page } from '@playwright/test';
import { launched } from './experiment-data.ts';
import { test } from './fixtures.ts';
import { hold } from './hold.ts';

/** Goes to Persons while the change that `begin` asks for is under way, and stays there when it is done. */
async function leaveDuring(page: Page, method: string, done: RegExp, begin: () => Promise<void>) {
  const change = await hold(page, (route) => route.request().method() === method);
  await begin();
  await change.isHeld;
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Persons' }).click();
  const heading = page.getByRole('heading', { name: 'Persons', level: 1 });
  await expect(heading).toBeVisible();
  change.release();
  await expect(page.getByRole('alert').filter({ hasText: done })).toBeVisible();
  await expect(page).toHaveURL(/\/persons/);
  await expect(heading).toBeVisible();
}

async function duplicate(page: Page) {
  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
}

test('who leaves the flags while one is copied stays where they went', async ({ server, open }) => {
  await server.create('/api/projects/@current/feature_flags/', { key: 'checkout' });
  const page = await open('/feature-flags');
  await leaveDuring(page, 'POST', /is a copy, turned off/, () => duplicate(page));
});

test('who leaves the experiments while one is copied stays where they went', async ({ server, open }) => {
  await launched(server);
  const page = await open('/experiments');
  await leaveDuring(page, 'POST', /is a draft with its own flag/, () => duplicate(page));
});

test('who leaves a decision while it is saved stays where they went', async ({ server, open }) => {
  const id = await launched(server);
  const page = await open(`/experiments/${id}`);
  await page.getByRole('button', { name: 'Stop…' }).click();
  await page.getByRole('radio', { name: /^Inconclusive/ }).check();
  await page.getByRole('button', { name: 'Stop without a rollout…' }).click();
  await leaveDuring(page, 'PATCH', /is stopped/, async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Stop without a rollout' }).click();
    // The confirmation covers the links of the window, not the way back.
    await page.goBack();
  });
});
