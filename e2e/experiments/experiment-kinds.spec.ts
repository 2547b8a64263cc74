import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { dayMs, flag, launched, measured } from '../experiment-data.ts';
import { make, nothingToSave, primary, save, saved, setup, visits } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

/** Returns what a person's orders cost; every second person orders once, and a hundredth of them for three times as much. */
const amountOf = (place: number, each: number) => each + (place % 7) + (place % 100 === 0 ? each * 2 : 0);

type Shoppers = { of: number; each: number; most?: number };

/** Sends people of a variant over the last days who view twice and order, each order of about `each`, and the first of `most`. */
async function shoppers(server: BenchtopServer, variant: string, { of, each, most = 3 * each }: Shoppers) {
  const start = Date.now() - 3 * dayMs + 60_000;
  const batch = Array.from({ length: of }, (_, place) => {
    const at = (hours: number) => new Date(start + place * 60_000 + hours * 3_600_000).toISOString();
    const event = (name: string, hours: number, properties: object = {}) => ({
      event: name,
      distinct_id: `${variant}-${place}`,
      timestamp: at(hours),
      properties,
    });
    return [
      event('$feature_flag_called', 0, { $feature_flag: flag, $feature_flag_response: variant }),
      event('viewed', 0.1),
      ...(place % 2 === 0 ? [event('order placed', 0.2, { amount: place === 0 ? most : amountOf(place, each) })] : []),
      ...(place % 3 === 0 ? [event('viewed', 30)] : []),
    ];
  }).flat();
  await server.capture({ batch }, '/batch/');
}

const order = { id: 'order placed', name: 'order placed' };
const revenue = {
  insight: 'TRENDS',
  events: [order],
  benchtop: { kind: 'mean_property', property: 'amount', minimum_effect: 2 },
};
const perOrder = {
  name: 'Revenue per order',
  filters: {
    insight: 'TRENDS',
    events: [order],
    benchtop: { kind: 'ratio', property: 'amount', denominator: { events: [order] }, minimum_effect: 90 },
  },
};
const returns = {
  name: 'Return',
  filters: { insight: 'FUNNELS', events: [{ id: 'viewed' }], benchtop: { kind: 'retention', return_days: [1, 1] } },
};

const kind = (page: Page, name: string) => primary(page).getByRole('radio', { name });

test('the kind of a metric is chosen and filled in with the keyboard alone', async ({ server, open }) => {
  await visits(server);
  await server.capture({ event: 'order placed', distinct_id: 'person-0', properties: { amount: 12 } });
  const { id } = await make(server, { filters: { events: [order] } });
  const page = await open(setup(id));
  await kind(page, 'Conversion').focus();
  for (const next of ['Events per person', 'Mean of a property', 'Ratio']) {
    await page.keyboard.press('ArrowRight');
    await expect(kind(page, next)).toBeChecked();
  }
  const total = page.getByRole('combobox', { name: 'Total of the numerator of the primary metric' });
  await total.focus();
  await page.keyboard.press('Enter');
  const sum = page.getByRole('option', { name: 'sum of' });
  await sum.waitFor();
  // Waits as a person would: the first arrow may come before the list is ready.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await total.getAttribute('aria-activedescendant')).toBe(await sum.getAttribute('id'));
  }).toPass();
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
    kind: 'ratio',
    property: 'amount',
    denominator: { events: [{ id: 'order placed' }] },
    minimum_effect: 2.5,
    cap_share: 0,
  };
  expect((await saved(server, id)).filters).toEqual({ insight: 'TRENDS', events: [order], benchtop: ratio });
  await expectAccessible(page);

  // Options that the new kind lacks are not sent; shared ones stay.
  await kind(page, 'Retention').focus();
  await page.keyboard.press('Space');
  await page.getByRole('textbox', { name: 'Last day of the primary metric' }).fill('30');
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect((await saved(server, id)).filters).toEqual({
    insight: 'FUNNELS',
    events: [order],
    benchtop: { kind: 'retention', return_days: [1, 30], minimum_effect: 2.5 },
  });
  await page.getByRole('textbox', { name: 'First day of the primary metric' }).fill('40');
  await save(page);
  await expect(primary(page)).toContainText('Must be two days, the first not after the last.');
});

test('revenue, a ratio and returns are read in their units, with the smallest effect that matters', async ({
  server,
  open,
  picture,
}) => {
  const id = await launched(server, { filters: revenue, secondary_metrics: [perOrder, returns] });
  await shoppers(server, 'control', { of: 400, each: 20 });
  await shoppers(server, 'test', { of: 400, each: 44 });
  const page = await open(`/experiments/${id}?people=everyone`);
  const said = page.getByRole('region', { name: '“test” is better than control' });
  await expect(said).toContainText(/“test” \d+\.\d+ per person \(a sum of [\d,.]+ by 400 people\) against control/);
  await expect(said).toContainText('The lift is beyond ±2%, the smallest effect that matters.');

  const table = page.getByRole('table', { name: 'Results by metric and variant' });
  const group = (name: string) => table.getByRole('rowgroup').filter({ hasText: name });
  await expect(group('Primary metric')).toContainText('sum of amount per person: “order placed”');
  await expect(group('Revenue per order')).toContainText('sum of amount of “order placed”, divided by number of');
  await expect(group('Revenue per order').getByRole('row', { name: /^test/ })).toContainText('90%');
  await expect(group('Return').getByRole('row', { name: /^control/ })).toContainText(/33\.\d%/);
  const chance = (name: string) => group(name).getByRole('row', { name: /^test/ }).getByRole('cell').last();
  for (const of of ['Primary metric', 'Revenue per order', 'Return']) await expect(chance(of)).toContainText('%');
  await picture('metric-kinds-lift');
  await page.getByRole('radiogroup', { name: 'Lift or value in the intervals' }).getByText('Value').click();
  await expect(group('Primary metric')).toContainText('Sum per person');
  await expect(group('Return')).toContainText('Share that came back');
  await picture('metric-kinds-value');
  await page.getByRole('tab', { name: 'Show the working' }).click();
  const method = page.getByRole('region', { name: 'How the value is computed' });
  await expect(method).toContainText('sum of the property over all events / people');
  await expect(method).toContainText('computed from the number of events, not from the property');
  await group('Revenue per order').getByRole('button', { name: 'Revenue per order' }).click();
  await expect(page.getByRole('region', { name: 'How the value is computed' })).toContainText('linearized');
  await expectAccessible(page);

  await page.goto(page.url().replace(/\?.*/, '/decide'));
  await expect(page.getByRole('table', { name: 'Metrics of the decision' })).toContainText('beyond ±2%');
});

test('a lift that one person decides has a caution, and is marked in the table', async ({ server, open, pictures }) => {
  const id = await launched(server, { filters: revenue });
  await shoppers(server, 'control', { of: 300, each: 20 });
  await shoppers(server, 'test', { of: 300, each: 20, most: 9000 });
  const page = await open(`/experiments/${id}?people=everyone`);
  await expect(page.getByText('A few people with extreme values decide the lift of “test”')).toBeVisible();
  const table = page.getByRole('table', { name: 'Results by metric and variant' });
  const cells = table.getByRole('row', { name: /^test/ }).getByRole('cell');
  await expect(cells.filter({ hasText: '%' }).filter({ hasText: 'too little to say' })).toHaveCount(1);
  await expect(cells.last()).toHaveText('–');
  await pictures('skewed');
  await expectAccessible(page);
});

test('people without a value are not compared, and not called nobody', async ({ server, open }) => {
  const benchtop = { kind: 'ratio', denominator: { events: [{ id: 'never sent' }] } };
  const filters = { insight: 'TRENDS', events: [{ id: 'form sent' }], benchtop };
  const id = await measured(server, { of: 5, sends: [2, 3] }, { filters });
  const page = await open(`/experiments/${id}`);
  const row = page.getByRole('table', { name: 'Results by metric and variant' }).getByRole('row', { name: /^test/ });
  await expect(row.getByRole('cell').nth(0)).toHaveText('5');
  await expect(row).toContainText('not compared');
  await expect(row.getByRole('img', { name: 'test: not compared, because it or control has no value' })).toBeVisible();
});
