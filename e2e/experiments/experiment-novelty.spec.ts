import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { dayMs, flag, launched } from '../experiment-data.ts';
import { test } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

const usage = { insight: 'TRENDS', events: [{ id: 'page read', name: 'page read', order: 0 }] };
const runDays = 12;

/** Exposes people as the run begins, who read pages on each of eight days; those of `test` read more on day 0 alone. */
async function fading(server: BenchtopServer, variants: Record<string, number>) {
  const start = Date.now() - runDays * dayMs + 60_000;
  for (const [variant, extra] of Object.entries(variants)) {
    const batch = Array.from({ length: 150 }, (_, index) => {
      const event = (name: string, day: number, properties: object = {}) => ({
        event: name,
        distinct_id: `${variant}-${index}`,
        properties,
        timestamp: new Date(start + index * 1000 + day * dayMs + 3_600_000 * Math.sign(day)).toISOString(),
      });
      const reads = (day: number) => {
        const count = ((index + day) % 3) + (day === 0 ? extra : 0);
        return Array.from({ length: count }, () => event('page read', day + 0.1));
      };
      return [
        event('$feature_flag_called', 0, { $feature_flag: flag, $feature_flag_response: variant }),
        ...Array.from({ length: 8 }, (_, day) => reads(day)).flat(),
      ];
    }).flat();
    await server.capture({ batch }, '/batch/');
  }
}

test('a product manager sees an effect fade with the days since exposure, by variant and by keyboard', async ({
  server,
  open,
}) => {
  const variants = ['control', 'test', 'other'].map((key, index) => ({ key, rollout_percentage: [34, 33, 33][index] }));
  const id = await launched(server, { filters: usage, parameters: { feature_flag_variants: variants } }, runDays);
  await fading(server, { control: 0, test: 2, other: 0 });
  const page = await open(`/experiments/${id}`);
  await page.getByRole('tab', { name: 'By days since exposure' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^test: The effect is smaller in later days than on the first\./)).toBeVisible();

  const chart = page.getByRole('table', { name: /^Lift of test by days since exposure/ });
  await expect(chart.getByRole('row')).toHaveCount(5);
  const first = chart.getByRole('img', { name: /^Day 0, test: lift \+/ });
  await first.focus();
  const readoutOf = (day: string) => page.getByRole('tooltip').filter({ visible: true, hasText: day });
  await expect(readoutOf('Day 0')).toContainText('other');
  await page.keyboard.press('Tab');
  await expect(chart.getByRole('img', { name: /^Day 1, test: lift / })).toBeFocused();
  await expect(readoutOf('Day 1')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('radiogroup', { name: 'Variant in the chart' }).getByText('other').click();
  await expect(page.getByRole('img', { name: /^Days 4–7, other: lift / })).toBeVisible();
  const toggle = page.getByRole('tabpanel').getByRole('button', { name: 'Table' });
  await toggle.focus();
  await page.keyboard.press('Space');
  const numbers = page.getByRole('table', { name: /by days since exposure$/ });
  await expect(numbers.getByRole('row')).toHaveCount(13);
  await expectAccessible(page);
});
