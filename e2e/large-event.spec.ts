import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('a large event is cut in the detail until all of it is asked for', async ({ server, open, picture }) => {
  const notes = 'n'.repeat(5_000_000);
  await server.capture({ event: 'imported', distinct_id: 'ann', properties: { plan: 'pro', notes: `${notes}end` } });
  const page = await open('/live');
  await page.getByRole('option', { name: /^imported/ }).click();
  const detail = page.getByRole('article', { name: 'Event detail' });
  await expect(detail).toContainText('The properties of this event take 5.0 MB. Cut here: notes (5.0 MB).');
  await expect(detail.getByRole('list', { name: 'Properties' })).toContainText('pro');
  await expect(detail.getByRole('button', { name: 'Resend', exact: true })).toBeDisabled();
  await picture('live-large-event');
  await detail.getByRole('button', { name: 'Load all 5.0 MB' }).click();
  await expect(detail.getByText('The properties of this event take')).toBeHidden({ timeout: 20_000 });
  await expect(detail.getByRole('button', { name: 'Resend', exact: true })).toBeEnabled();
});
