import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { field, make } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';

const group = (page: Page, name: string) => page.getByRole('group', { name });

test('simulated users differ by more than chance, and each metric shows its effect and true value', async ({
  server,
  open,
  picture,
  pictures,
}) => {
  const { id } = await make(server, {
    filters: { insight: 'TRENDS', events: [{ id: 'viewed' }] },
    secondary_metrics: [
      { name: 'Refunds', filters: { events: [{ id: 'refunded' }], benchtop: { guardrail: { margin: 5 } } } },
      { name: 'Viewers', filters: { events: [{ id: 'viewed' }] } },
    ],
  });
  const page = await open(`/experiments/${id}?tab=simulator`);
  await field(page, 'Users').fill('240');
  const truth = group(page, 'True values');
  await field(page, 'Control: events per person').fill('2');
  await truth.getByRole('textbox', { name: 'Effect on test' }).fill('25');
  await truth.getByRole('textbox', { name: 'Dispersion' }).fill('3');
  await truth.getByRole('switch', { name: 'Heavy tail' }).press('Space');
  const guardrail = group(page, 'Guardrail: Refunds');
  await guardrail.getByRole('textbox', { name: 'Effect on test' }).fill('-30');
  await expect(
    page.getByText('Viewers is not simulated on its own: it counts events of a metric before it.'),
  ).toBeVisible();
  await picture('experiment-simulator-form');
  await expectAccessible(page, 'the form of the simulator');
  await page.getByRole('button', { name: 'Simulate 240 users' }).press('Enter');
  await expect(page).not.toHaveURL(new RegExp(`project=${server.project.id}$`), { timeout: 60_000 });
  await expect(page.getByRole('img', { name: /^test: lift .*, true lift \+25\.0%$/ })).toBeVisible();
  await expect(page.getByRole('img', { name: /^test: lift .*, true lift −30\.0%$/ })).toBeVisible();
  await expect(page.getByText('true lift of the simulated users')).toBeVisible();
  await page.getByRole('button', { name: 'Table', exact: true }).nth(1).click();
  await expect(page.getByRole('columnheader', { name: 'True lift' })).toBeVisible();
  await page.getByText('true lift of the simulated users').scrollIntoViewIfNeeded();
  await pictures('experiment-truth');
  await expectAccessible(page, 'results with the truth');
});
