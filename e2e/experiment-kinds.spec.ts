import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { experiments } from './experiment-data.ts';
import { nothingToSave, primary, save, saved, setup, visits } from './experiment-setup.ts';
import { test } from './fixtures.ts';

const order = { id: 'order placed', name: 'order placed' };
const kind = (page: Page, name: string) => primary(page).getByRole('radio', { name });

test('the kind of a metric is chosen and filled in with the keyboard alone', async ({ server, open }) => {
  await visits(server);
  await server.capture({ event: 'order placed', distinct_id: 'person-0', properties: { amount: 12 } });
  await server.api('POST', experiments, {
    name: 'Checkout',
    feature_flag_key: 'checkout',
    filters: { events: [order] },
  });
  const page = await open(setup(1));
  await kind(page, 'Conversion').focus();
  for (const next of ['Events per person', 'Mean of a property', 'Ratio']) {
    await page.keyboard.press('ArrowRight');
    await expect(kind(page, next)).toBeChecked();
  }
  await page.getByRole('combobox', { name: 'Total of the numerator of the primary metric' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'sum of' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Property of the numerator of the primary metric' })).toBeFocused();
  await page.keyboard.type('amo');
  await page.getByRole('option', { name: 'amount' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Name of entry 1 of the denominator of the primary metric' }).focus();
  await page.keyboard.type('order placed');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Smallest effect that matters of the primary metric' }).focus();
  await page.keyboard.type('2.5');
  await page.getByRole('checkbox', { name: 'Cap the highest values of the primary metric' }).focus();
  const share = page.getByRole('textbox', { name: 'Share of people capped of the primary metric' });
  await expect(share).toHaveValue('0.1%');
  await page.keyboard.press('Space');
  await expect(share).toBeHidden();
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  const ratio = {
    ...{ kind: 'ratio', property: 'amount', denominator: { events: [{ id: 'order placed' }] } },
    ...{ minimum_effect: 2.5, cap_share: 0 },
  };
  expect((await saved(server, 1)).filters).toEqual({ insight: 'TRENDS', events: [order], benchtop: ratio });
  await expectAccessible(page);

  // What the new kind does not use is not sent; what both use stays.
  await kind(page, 'Retention').focus();
  await page.keyboard.press('Space');
  await page.getByRole('textbox', { name: 'Last day of the primary metric' }).fill('30');
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect((await saved(server, 1)).filters).toEqual({
    ...{ insight: 'FUNNELS', events: [order] },
    benchtop: { kind: 'retention', return_days: [1, 30], minimum_effect: 2.5 },
  });
  await page.getByRole('textbox', { name: 'First day of the primary metric' }).fill('40');
  await save(page);
  await expect(primary(page)).toContainText('must be two days, the first not after the last');
});
