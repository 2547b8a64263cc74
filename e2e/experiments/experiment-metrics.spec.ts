import { expect } from '@playwright/test';
import { item, make, nothingToSave, primary, save, saved, setup, split, step, visits } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';

test('the JSON and the form stay in sync, and keys unknown to the form are kept', async ({ server, open }) => {
  const filters = { insight: 'FUNNELS', events: [{ id: 'order placed', custom: true }], date_from: '-7d' };
  const { id } = await make(server, {
    parameters: { feature_flag_variants: split(50, 50), team: 'growth' },
    filters,
    secondary_metrics: [{ name: 'Views', filters: { insight: 'TRENDS', events: [{ id: 'viewed' }] }, note: 1 }],
  });
  const page = await open(setup(id));
  await page.getByRole('button', { name: /^Advanced/ }).click();
  const json = page.getByRole('textbox', { name: /, as JSON$/ });
  await expect(json).toHaveText(/"team": "growth"/, { useInnerText: true });

  // From the form into the JSON.
  await page.getByRole('textbox', { name: 'Weight of variant 1' }).fill('20');
  await page.getByRole('textbox', { name: 'Weight of variant 2' }).fill('80');
  await expect(json).toHaveText(/"rollout_percentage": 20[\s\S]*"rollout_percentage": 80[\s\S]*"team": "growth"/, {
    useInnerText: true,
  });

  // From the JSON into the form.
  const parameters = {
    feature_flag_variants: [...split(30, 40), { key: 'extra', rollout_percentage: 30 }],
    team: 'core',
  };
  await json.fill(JSON.stringify(parameters));
  await expect(page.getByRole('textbox', { name: 'Key of variant 3' })).toHaveValue('extra');
  await expect(json).toHaveText(JSON.stringify(parameters), { useInnerText: true });

  // Invalid JSON is kept, with the place of its error; the form keeps its values.
  const field = page.getByRole('radiogroup', { name: 'Field to edit as JSON' });
  await field.getByText('filters', { exact: true }).click();
  await json.fill('{\n  "insight": "TRENDS",\n  "events": [}');
  await expect(page.getByRole('button', { name: /^Line 3/ })).toBeVisible();
  await expect(page.getByText('The form keeps its values until this JSON is valid.')).toBeVisible();
  await field.getByText('secondary_metrics', { exact: true }).click();
  await expect(json).toHaveText(/"note": 1/, { useInnerText: true });
  await field.getByText('filters', { exact: true }).click();
  await expect(json).toHaveText('{\n  "insight": "TRENDS",\n  "events": [}', { useInnerText: true });
  await expect(step(page, 1)).toHaveValue('order placed');
  await json.fill(JSON.stringify({ ...filters, insight: 'TRENDS' }));
  await expect(primary(page).getByRole('radio', { name: 'Events per person' })).toBeChecked();

  // JSON that the contract refuses shows an error.
  await json.fill('{"events": "all"}');
  await expect(page.getByText('filters__events')).toBeVisible();
  await json.fill(JSON.stringify({ ...filters, mine: [1] }));
  await page.getByRole('combobox', { name: 'Which way of the primary metric is better' }).click();
  await page.getByRole('option', { name: 'less is better' }).click();
  await expect(json).toHaveText(/"direction": "decrease"/, { useInnerText: true });
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect(await saved(server, id)).toMatchObject({
    parameters,
    filters: { ...filters, mine: [1], benchtop: { direction: 'decrease' } },
    secondary_metrics: [{ name: 'Views', filters: { insight: 'TRENDS', events: [{ id: 'viewed' }] }, note: 1 }],
  });
});

test('steps are moved and filtered, and a metric shows its past values at once', async ({ server, open }) => {
  await visits(server);
  const ordered = { name: 'Ordered', steps: [{ event: 'order placed' }] };
  const action = await server.api('POST', '/api/projects/@current/actions/', ordered);
  const { id } = await make(server, { filters: { events: [{ id: 'order placed' }, { id: 'viewed' }] } });
  const page = await open(setup(id));
  await expect(primary(page)).toContainText('0 of 8 active people did it');
  await expect(item(page, 'The metric has data')).toContainText('Nobody did it in time');
  await primary(page).getByRole('button', { name: 'Move step 2 of the primary metric up' }).press('Enter');
  await expect(step(page, 1)).toHaveValue('viewed');
  await expect(primary(page)).toContainText('25%');
  await expect(primary(page)).toContainText('2 of 8 active people did it');

  await primary(page).getByRole('button', { name: 'Filter step 1 of the primary metric' }).click();
  await page.getByRole('menuitem', { name: 'Property of the person' }).click();
  await page.keyboard.type('plan');
  await page.getByRole('combobox', { name: /^Value of property 1/ }).fill('pro');
  await page.keyboard.press('Enter');
  await expect(primary(page)).toContainText('1 of 8 active people did it');

  await primary(page).getByText('Events per person', { exact: true }).click();
  await expect(primary(page)).toContainText('0.75 per person');

  await page.getByRole('button', { name: 'Add secondary metric' }).click();
  await page.keyboard.type('Orders');
  const second = page.getByRole('article', { name: 'Secondary metric 1' });
  await second.getByRole('button', { name: 'Add action to secondary metric 1' }).click();
  await page.keyboard.type('Ord');
  await page.getByRole('option', { name: 'Ordered' }).click();
  await expect(second).toContainText('2 of 8 active people did it');
  await second.getByRole('combobox', { name: 'Name of step 1 of secondary metric 1' }).fill('order plced');
  await second.getByRole('button', { name: 'Use “order placed”' }).press('Enter');
  await expect(second.locator(':focus')).toContainText('step 2');
  // One event is one step: nobody ordered a second time.
  await expect(second).toContainText('2 step 1');
  await expect(second).toContainText('0 step 2');
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect(await saved(server, id)).toMatchObject({
    filters: {
      insight: 'TRENDS',
      events: [{ id: 'viewed', properties: [{ key: 'plan', value: ['pro'], type: 'person' }] }, { id: 'order placed' }],
    },
    secondary_metrics: [
      {
        name: 'Orders',
        filters: {
          insight: 'FUNNELS',
          events: [{ id: 'order placed', order: 0 }],
          actions: [{ id: (action as { id: number }).id, name: 'Ordered', order: 1 }],
        },
      },
    ],
  });
});

test('a plan is made from captured or typed values, and saved only with the experiment', async ({ server, open }) => {
  await visits(server);
  const { id } = await make(server, { filters: { events: [{ id: 'order placed' }] }, parameters: { team: 'growth' } });
  const page = await open(setup(id));
  await expect(page.getByText('Enter the minimum detectable effect.')).toBeVisible();
  const effect = page.getByRole('textbox', { name: 'Minimum detectable effect' });
  await effect.fill('20');
  const curve = page.getByRole('img', { name: 'Power by true change: true change 20%: power 80%' });
  await curve.press('End');
  const read = page.getByRole('img', { name: /^Power by true change/ }).getByText('true change 40%: power 100%');
  await expect(read).toBeVisible();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Power by true change, as a table' })).toBeVisible();
  const figures = page.locator('dl', { hasText: 'People in total' });
  const before = await figures.textContent();
  await page.getByRole('textbox', { name: 'Baseline' }).fill('50');
  await expect(page.getByText('Entered; the last 14 days: 25%')).toBeVisible();
  await expect(figures).not.toHaveText(before ?? '');
  await page.getByText('Over time', { exact: true }).click();
  await expect(page.getByRole('img', { name: /^Smallest detectable change by days/ })).toBeVisible();
  expect((await saved(server, id)).parameters).toEqual({ team: 'growth' });
  // Before its answer has come.
  await effect.fill('10');
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  const { parameters } = await saved(server, id);
  const benchtop = { plan_estimates: { kind: 'conversion', baseline: 0.5 } };
  expect(parameters).toEqual({
    team: 'growth',
    benchtop,
    minimum_detectable_effect: 10,
    recommended_sample_size: expect.any(Number),
    recommended_running_time: expect.any(Number),
  });
  await expect(item(page, 'Plan')).toContainText(Number(parameters.recommended_sample_size).toLocaleString('en'));
  await effect.fill('');
  await save(page);
  await expect(nothingToSave(page)).toBeVisible();
  expect((await saved(server, id)).parameters).toEqual({ team: 'growth', benchtop });
});
