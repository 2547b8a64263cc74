import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('a large event is cut in the detail until it is loaded whole, and is sent again whole', async ({
  server,
  open,
  picture,
}) => {
  // Just over the edit limit; larger events are covered by the hostile values.
  const notes = `${'n'.repeat(1_500_000)}end`;
  await server.capture({ event: 'imported', distinct_id: 'ann', properties: { plan: 'pro', notes } });
  const properties = Object.fromEntries(Array.from({ length: 70_000 }, (_, index) => [`key ${index}`, index]));
  await server.capture({ event: 'wide', distinct_id: 'ann', properties });
  const page = await open('/live');
  await page.getByRole('option', { name: /^imported/ }).click();
  const detail = page.getByRole('article', { name: 'Event detail' });
  await expect(detail).toContainText('The properties of this event take 1.5 MB. Cut here: notes (1.5 MB).');
  await expect(detail.getByRole('list', { name: 'Properties' })).toContainText('pro');
  await expect(detail.getByRole('button', { name: 'Resend', exact: true })).toBeDisabled();
  await picture('live-large-event');
  await detail.getByRole('button', { name: 'Load all 1.5 MB' }).click();
  await expect(detail.getByText('The properties of this event take')).toBeHidden({ timeout: 20_000 });
  await expect(detail.getByRole('button', { name: 'Resend', exact: true })).toBeEnabled();
  await detail.getByRole('button', { name: 'Edit and resend' }).click();
  await expect(detail).toContainText(
    'This event takes 1.5 MB as text; up to 1.0 MB can be edited here. “Resend” sends it unchanged.',
  );
  await expect(detail.getByRole('textbox')).toHaveCount(0);

  await page.getByRole('option', { name: /^wide/ }).click();
  await detail.getByRole('button', { name: /^Load all/ }).click();
  await expect(detail.getByText(/^Show 1,000 more of 70,0/)).toBeVisible({ timeout: 20_000 });
  await detail.getByRole('button', { name: 'Edit and resend' }).click();
  await expect(detail).toContainText('can be edited here. “Resend” sends it unchanged.');
  await detail.getByRole('button', { name: 'Edit and resend' }).click();
  await detail.getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(page.getByRole('option', { name: /^wide/ })).toHaveCount(2, { timeout: 20_000 });
});
