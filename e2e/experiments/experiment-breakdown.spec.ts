import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { dayMs, flag, launched } from '../experiment-data.ts';
import { test } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

/** Creates people of both variants, with a plan; `sends` of each variant send the form. */
async function planned(
  server: BenchtopServer,
  plan: string | null,
  counts: Record<string, [of: number, sends: number]>,
) {
  const timestamp = new Date(Date.now() - 2 * dayMs).toISOString();
  const batch = Object.entries(counts).flatMap(([variant, [of, sends]]) =>
    Array.from({ length: of }, (_, index) => {
      const event = (name: string, properties: object = {}) => ({
        event: name,
        distinct_id: `${plan}-${variant}-${index}`,
        timestamp,
        properties,
      });
      return [
        event('$feature_flag_called', {
          $feature_flag: flag,
          $feature_flag_response: variant,
          $raw_user_agent: index === 0 ? 'Googlebot/2.1' : 'Chrome/140',
          ...(plan !== null && { $set: { plan } }),
        }),
        event('form opened'),
        ...(index < sends ? [event('form sent')] : []),
      ];
    }).flat(),
  );
  await server.capture({ batch }, '/batch/');
}

const table = (page: Page) => page.getByRole('table', { name: 'Results by plan' });

test('a product manager explores a metric by a property, without a verdict on any value', async ({ server, open }) => {
  const id = await launched(server);
  await planned(server, 'free', { control: [300, 60], test: [300, 120] });
  await planned(server, 'team', { control: [200, 80], test: [200, 40] });
  await planned(server, 'trial', { control: [160, 20], test: [60, 9] });
  await planned(server, null, { control: [40, 8], test: [40, 9] });
  const page = await open(`/experiments/${id}?people=everyone`);
  await page.getByRole('tab', { name: 'Breakdown' }).click();
  await expect(page.getByText('Choose a property to compare')).toBeVisible();
  await expect(page.getByText('Exploratory', { exact: true })).toBeVisible();

  // By keyboard: the first suggested property.
  const field = page.getByRole('combobox', { name: 'Property', exact: true });
  await field.focus();
  await page.keyboard.type('pla');
  await expect(page.getByRole('option', { name: /^plan/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/property=plan/);
  await expect(table(page).getByRole('rowgroup')).toHaveCount(5);
  const free = table(page).getByRole('rowgroup').filter({ hasText: 'free' });
  await expect(free.getByRole('rowheader')).toContainText('Split: No sign of a mismatch');
  for (const width of [1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(
      await free.getByRole('rowheader').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBe(0);
  }
  await expect(free).toContainText('+100%');
  await expect(free.getByRole('img', { name: /^free, test: lift \+100%, 95% interval/ })).toBeVisible();
  await expect(free.getByRole('img', { name: /excludes zero|Better/ })).toHaveCount(0);
  await expect(table(page).getByRole('rowgroup').filter({ hasText: 'Not set' })).toContainText('40');
  await expect(page.getByText('The lifts vary between the values of plan more than chance explains')).toBeVisible();
  await expect(page.getByText('Split mismatch: trial.')).toBeVisible();
  await expect(table(page).getByRole('rowgroup').filter({ hasText: 'trial' })).toContainText('Split: Mismatch');
  await expectAccessible(page, 'a breakdown');

  await page.getByText('Exposure', { exact: true }).click();
  await expect(page).toHaveURL(/of=exposure/);
  // The plan was set on the person.
  await expect(page.getByText('No event that exposed people has a property “plan”.')).toBeVisible();
  await page.goBack();
});

test('a QA engineer excludes bots and test users after seeing how many they are', async ({ server, open, visit }) => {
  const id = await launched(server);
  await planned(server, 'free', { control: [60, 10], test: [60, 12] });
  await planned(server, 'staff', { control: [20, 20], test: [20, 20] });
  const page = await open('/settings/exclusions');
  const preview = page.getByRole('status', { name: 'Preview' });
  await expect(preview).toContainText('None of the 160 people active in the last 30 days would be excluded.');
  await expect(preview).toContainText('Bots: 4 people');

  await page.getByRole('switch', { name: 'Exclude bots' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Add person condition' }).click();
  await page.getByRole('combobox', { name: 'name of property 1 of the exclusions' }).fill('plan');
  await expect(preview).toHaveText('Complete each condition to count the people.');
  await page.getByRole('combobox', { name: 'value of property 1 of the exclusions' }).fill('staff');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(preview).toContainText('42 of 160 people active in the last 30 days would be excluded.');
  await expect(preview).toContainText('Condition 1: 40 people');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expectAccessible(page, 'exclusions');
  await page.getByRole('link', { name: 'Live' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('Changes to the exclusions are not saved.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The exclusions are saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();

  await visit(`/experiments/${id}?people=everyone`);
  const health = page.getByRole('region', { name: 'Health of the experiment' });
  await health.getByRole('button', { name: '42 excluded by the project' }).click();
  await expect(health).toContainText('42 exposed people match the project’s exclusions, 26.3% of all.');
  await health.getByRole('button', { name: 'Changed since the start' }).click();
  await expect(health).toContainText('The current exclusions apply to everyone');
});
