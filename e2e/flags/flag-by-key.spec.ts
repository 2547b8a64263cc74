import { expect } from '@playwright/test';
import { test } from '../fixtures.ts';

test('an address with the key of a flag opens the flag', async ({ server, open, visit }) => {
  const flag = (await server.api('POST', '/api/projects/@current/feature_flags/', { key: 'shop/new.checkout' })) as {
    id: number;
  };
  await server.api('POST', '/api/projects/@current/feature_flags/', { key: 'shop/new.checkout-2' });
  const page = await open('/feature-flags/key/shop%2Fnew.checkout');
  await expect(page.getByRole('heading', { name: 'shop/new.checkout', level: 1, exact: true })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/feature-flags/${flag.id}(\\?|$)`));
  await visit('/feature-flags/key/shop%2Fnew.checkout-2');
  await expect(page.getByRole('heading', { name: 'shop/new.checkout-2', level: 1 })).toBeVisible();
});

test('an unknown key says so and leads to the list', async ({ open, picturesInSizes }) => {
  const page = await open('/feature-flags/key/gone');
  const none = page.getByRole('region', { name: 'No flag gone in this project' });
  await expect(none).toContainText('deleted or renamed, or belong to another project');
  await picturesInSizes('unknown-flag-key');
  await none.getByRole('link', { name: 'Open the list of flags' }).click();
  await expect(page).toHaveURL(/\/feature-flags(\?|$)/);
});
