import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { field, item, make, setup, split } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

const planner = (page: Page) => page.getByRole('region', { name: 'Plan', exact: true });
const simulated = (page: Page) => page.getByRole('region', { name: 'Simulate the plan' });

/** Of twelve people, one each made 0 to 11 shares today: mean 5.5, with more variance than independent events have. */
const shares = Array.from({ length: 12 }, (_, person) => {
  const timestamp = new Date(Date.now() - 60_000).toISOString();
  const event = (name: string) => ({ event: name, distinct_id: `person-${person}`, timestamp });
  return [event('viewed'), ...Array.from({ length: person }, () => event('shared'))];
}).flat();

test.beforeEach(({ server }) => server.capture({ batch: shares }, '/batch/'));

test('a plan shows captured data, effects by weeks, and alternatives', async ({ server, open, picture }) => {
  const { id } = await make(server, {
    filters: { insight: 'TRENDS', events: [{ id: 'shared' }] },
    parameters: { feature_flag_variants: split(90, 10), minimum_detectable_effect: 10 },
  });
  const page = await open(setup(id));
  await expect(field(page, 'Baseline')).toHaveValue('5.5 per person');
  await expect(field(page, 'Dispersion')).toHaveValue('2.36');
  const people = planner(page).locator('dl', { hasText: 'People in total' });
  await page.getByRole('button', { name: 'Use this plan' }).press('Enter');
  await expect(people).toBeFocused();
  await field(page, 'New people per day').fill('40');
  const weeks = page.getByRole('table', { name: 'Detectable changes by weeks' });
  await expect(weeks.getByRole('row')).toHaveCount(5);
  await expect(weeks.getByRole('row', { name: /^8 weeks 2,240 1\d(\.\d)?% 1\d(\.\d)?%$/ })).toBeVisible();
  const warning = page.getByRole('note').filter({ hasText: /^This plan takes \d+ days\./ });
  await expect(warning).toContainText('60 days can detect it');
  await expect(warning).toContainText('Give all variants the same weight');
  await warning.scrollIntoViewIfNeeded();
  await picture('experiment-long-plan');
  // A wider spread needs more people.
  const before = await people.textContent();
  await field(page, 'Dispersion').fill('20');
  await expect(page.getByText(/^Variance \/ mean, entered; the last 14 days: 2\.36$/)).toBeVisible();
  await expect(people).not.toHaveText(before ?? '');
  await field(page, 'New people per day').fill('4000');
  await expect(warning).toHaveCount(0);
});

test('numbers that allow no plan are named as the fields show them, and no plan is offered', async ({
  server,
  open,
}) => {
  const page = await openTypedPlan(server, open);
  await field(page, 'Baseline').fill('5');
  await field(page, 'Minimum detectable effect').fill('5000');
  await expect(planner(page)).toContainText('The effect can be at most 1,000%.');
  await field(page, 'Baseline').fill('50');
  await expect(planner(page)).toContainText('At this baseline the effect can be at most 100%.');
  await expect(item(page, 'Plan')).toContainText('The Plan section says what is missing.');
  await field(page, 'Baseline').fill('99.5');
  await expect(planner(page)).toContainText('At this baseline the effect can be at most 0.502%.');
  await field(page, 'Baseline').fill('100');
  await expect(planner(page)).toContainText('A plan needs a baseline below 100%.');
});

/** Opens the setup of a new experiment, and types what its plan rests on. */
async function openTypedPlan(server: BenchtopServer, open: (path: string) => Promise<Page>): Promise<Page> {
  const { id } = await make(server, {
    filters: { events: [{ id: 'viewed' }] },
    parameters: { minimum_detectable_effect: 20 },
  });
  const page = await open(setup(id));
  // What was captured, arriving between two steps of a fill, becomes part of the input.
  await expect(field(page, 'Baseline')).toHaveValue('100%');
  await field(page, 'Baseline').fill('10');
  await field(page, 'New people per day').fill('500');
  return page;
}

test('a plan is simulated by keyboard, again after each slider move, and can be stopped', async ({
  server,
  open,
  picture,
}) => {
  const page = await openTypedPlan(server, open);
  const part = simulated(page);
  const effect = part.getByRole('slider', { name: 'True effect' });
  await expect(effect).toHaveAttribute('aria-valuetext', '+20%');
  await part.getByRole('button', { name: 'Simulate 400 runs' }).press('Enter');
  const outcome = part.getByRole('status');
  await expect(outcome).toContainText(
    /Found within \d+ days in 3\d\d of 400 runs \(\d\d%\), in \d+ before half time\./,
  );
  await expect(outcome).toContainText(/“better” or “worse” was said in \d+ of 400 runs/);
  // Some seeds exceed the bound of chance, and the page says so.
  await expect(outcome).toContainText(/(Power by formula: |The formula’s power of )8\d%/);
  await part.scrollIntoViewIfNeeded();
  await picture('experiment-simulated-plan');
  await expectAccessible(page, 'a simulated plan');

  // Without an effect there is nothing to find.
  await effect.press('Home');
  await expect(effect).toHaveAttribute('aria-valuetext', 'none');
  await expect(outcome).not.toContainText('Found within');
  await effect.press('End');
  await expect(outcome).toContainText(/in (39\d|400) of 400 runs/);

  const duration = part.getByRole('slider', { name: 'Duration' });
  await duration.press('End');
  await part.getByRole('button', { name: 'Stop' }).click();
  await expect(part.getByRole('button', { name: 'Simulate 400 runs' })).toBeEnabled();
  await duration.press('Home');
  await expect(duration).toHaveAttribute('aria-valuetext', '1 day');
});

test('what a plan is typed to rest on is guarded, saved with the experiment, and dropped for another kind of metric', async ({
  server,
  open,
}) => {
  const page = await openTypedPlan(server, open);
  const people = planner(page).locator('dl', { hasText: 'People in total' });
  await expect(people).toContainText('at 500 people per day');
  const planned = (await people.textContent()) ?? '';

  await page.getByRole('link', { name: 'Flags', exact: true }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await page.reload();
  await expect(field(page, 'Baseline')).toHaveValue('10%');
  await expect(field(page, 'New people per day')).toHaveValue('500');
  await expect(people).toHaveText(planned);
  await expect(page.getByRole('button', { name: 'Use this plan' })).toHaveCount(0);

  await page.getByRole('link', { name: 'History' }).click();
  const changes = page.getByRole('list', { name: 'Changes, newest first' });
  await expect(changes).toContainText('baseline of the plan');
  await page.goBack();
  await page.getByRole('radio', { name: 'Conversion' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(field(page, 'Baseline')).toHaveValue('1 per person');
  await expect(field(page, 'New people per day')).toHaveValue('500');
});
