import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { flag, guarded, launched, measured, people } from '../experiment-data.ts';
import { ended, experiments, expose, make, patchesOf } from '../experiment-setup.ts';
import { test } from '../fixtures.ts';
import { expectFocusIn } from '../focus.ts';

test('a launch and a stop say what they do, lead to the results, and the stop is undone', async ({
  server,
  open,
  picture,
}) => {
  const parameters = { recommended_running_time: 14, recommended_sample_size: 4000 };
  const made = await make(server, {
    name: 'Short checkout',
    feature_flag_key: 'short-checkout',
    filters: { events: [{ id: 'bought' }] },
    parameters,
  });
  const page = await open(`/experiments/${made.id}`);
  await page.getByRole('button', { name: 'Launch' }).click();
  const launch = page.getByRole('dialog', { name: 'Launch “Short checkout”?' });
  await expect(launch).toContainText('Turns on the flag short-checkout. Who gets a variant: everyone.');
  await expect(launch.getByRole('img', { name: 'Split: control 50%, test 50%' })).toBeVisible();
  await expect(launch).toContainText('share of people who do “bought”');
  await expect(launch).toContainText('Planned for 4,000 people and 14 days, until');
  const warnings = launch.getByRole('region', { name: 'Check before launching' });
  await expect(warnings).toContainText('No app has requested the flag by its name');
  await expect(warnings).toContainText('There is no hypothesis');
  await expect(warnings).not.toContainText('metric');
  await picture('launch');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Launch' })).toBeFocused();
  await page.keyboard.press('Enter');
  await launch.getByRole('button', { name: 'Launch' }).click();
  await expect(page.getByRole('main')).toContainText('Running');
  expect(await server.api('GET', `/api/projects/@current/feature_flags/${made.feature_flag}/`)).toMatchObject({
    active: true,
  });
  await expect(page.getByText('No app has requested short-checkout by its name')).toBeVisible();

  await expose(server, 'short-checkout', 'ada', 'test');
  await expect(page.getByText('1 person exposed')).toBeVisible();
  await expect(page.getByText('No app has requested short-checkout by its name')).toHaveCount(0);
  // Stopped by keyboard alone, after a change of mind.
  const flagPath = `/api/projects/@current/feature_flags/${made.feature_flag}/`;
  const before = (await server.api('GET', flagPath)) as { filters: object };
  await page.getByRole('button', { name: 'Stop…' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Stop “Short checkout”', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'No recommendation' })).toContainText('too few people');
  await expect(page.getByRole('button', { name: 'Choose a conclusion' })).toBeDisabled();
  for (const choice of await page.getByRole('radio').all()) await expect(choice).not.toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Stop…' })).toBeVisible();
  await page.goBack();
  await page.getByRole('radio', { name: /^A test variant won/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Worse than control/ })).toBeChecked();
  const ship = page.getByRole('radio', { name: /^Ship “control” to everyone/ });
  await expect(ship).toBeChecked();
  await expect(ship).toHaveAccessibleName(/Served to about 0 of 1 person seen in the last 7 days → 100%/);
  await page.getByRole('textbox', { name: 'Note' }).fill('Fewer fields, no more orders.');
  await picture('decide');
  await expectAccessible(page);
  // A note is not lost by leaving.
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toContainText('Your note is not saved.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Fewer fields, no more orders.');
  await page.getByRole('button', { name: 'Stop without a rollout…' }).press('Enter');
  await expect(page.getByRole('dialog')).toContainText('This is not the rollout that follows');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ship “control” to everyone' }).press('Enter');
  const confirm = page.getByRole('dialog', { name: 'Ship “control” of short-checkout to everyone?' });
  await expect(confirm).toContainText('It stops on day 1 of 14.');
  const patches = patchesOf(page);
  await expectFocusIn(confirm);
  await confirm.getByRole('button', { name: 'Ship “control” to everyone' }).press('Enter');
  await expect(page.getByText('short-checkout now serves “control” to everyone.')).toBeVisible();
  expect(patches).toEqual([`/api/projects/${server.project.id}/experiments/${made.id}/`]);
  const ending = page.getByRole('region', { name: 'Conclusion' });
  for (const said of [
    'Worse than control',
    'Ended on day 1 of 14',
    'Now serving: control',
    'Fewer fields, no more orders.',
  ])
    await expect(ending).toContainText(said);
  await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible();
  const asked = await server.capture({ distinct_id: 'somebody' }, '/decide/?v=2');
  expect(await asked.json()).toMatchObject({ featureFlags: { 'short-checkout': 'control' } });
  await page.getByRole('link', { name: 'History' }).click();
  const changes = page.getByRole('list', { name: 'Changes, newest first' });
  await expect(changes).toContainText('now serving “control” to everyone, on day 1 of 14');
  await page.getByRole('link', { name: 'Experiments' }).first().click();
  await expect(page.getByRole('row', { name: /Short checkout/ })).toContainText('Now serving: control');
  await page.getByRole('link', { name: 'Flags', exact: true }).click();
  await expect(page.getByRole('row', { name: /short-checkout/ })).toContainText('Now serving: control');
  await page.getByRole('link', { name: 'short-checkout', exact: true }).click();
  await expect(page.getByRole('note')).toContainText('Now serving: control');

  await page.getByRole('note').getByRole('link', { name: 'Short checkout' }).click();
  await ending.getByRole('button', { name: 'Undo the last stop or rollout' }).press('Enter');
  const undo = page.getByRole('dialog', { name: 'Undo the last stop or rollout of “Short checkout”?' });
  await expect(undo).toContainText('Restores its end, conclusion, note and flag as they were before.');
  await expect(undo).toContainText('“control” is no longer rolled out to everyone.');
  await undo.getByRole('button', { name: 'Undo the last stop or rollout' }).click();
  await expect(page.getByRole('button', { name: 'Stop…' })).toBeVisible();
  expect(await server.api('GET', flagPath)).toMatchObject({ active: true, filters: before.filters });
});

/** Presses Tab until the control has the focus, which must be before the page ends. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}

test('a run is stopped by keyboard alone, and the focus is never lost', async ({ server, open }) => {
  const id = await measured(server, { of: 300, sends: [150, 60], fails: [20, 150] }, guarded);
  const page = await open(`/experiments/${id}?people=everyone`);
  const stop = page.getByRole('button', { name: 'Stop…' });
  const heading = page.getByRole('heading', { name: 'Stop “Short form”', level: 1 });
  await tabTo(page, stop);
  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Short form', level: 1 })).toBeFocused();
  await tabTo(page, stop);
  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();

  const conclusion = page.getByRole('radio', { name: /^A test variant won/ });
  await tabTo(page, conclusion);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /^Worse than control/ })).toBeChecked();
  await tabTo(page, page.getByRole('textbox', { name: 'Note' }));
  await page.keyboard.type('Fewer people send it.');
  await tabTo(page, page.getByRole('radio', { name: /^Ship “control” to everyone/ }));
  const ship = page.getByRole('button', { name: 'Ship “control” to everyone' });
  await tabTo(page, ship);
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog', { name: `Ship “control” of ${flag} to everyone?` });
  await expectFocusIn(confirm);
  await page.keyboard.press('Escape');
  await expect(ship).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, confirm.getByRole('button', { name: 'Ship “control” to everyone' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Conclusion' })).toContainText('Worse than control');
  await expect(page.getByRole('heading', { name: 'Short form', level: 1 })).toBeFocused();
});

test('a guardrail is called the same in its row and in the decision', async ({ server, open }) => {
  const id = await measured(server, { of: 300, sends: [60, 150], fails: [20, 150] }, guarded);
  const page = await open(`/experiments/${id}?people=everyone`);
  const errors = page
    .getByRole('table', { name: 'Results by metric and variant' })
    .getByRole('rowgroup')
    .filter({ hasText: 'less is better' });
  await expect(errors).toContainText('Harmed');
  const row = errors.getByRole('row', { name: /^test/ });
  await expect(row.getByRole('img', { name: 'Harmed', exact: true })).toBeVisible();
  await expect(row.getByTitle('Worse', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop…' }).click();
  await expect(page.getByRole('row', { name: /^Errors/ })).toContainText('Harmed');
});

test('each test variant has its numbers where a decision is made, not only the one that the verdict names', async ({
  server,
  open,
  picturesInSizes,
}) => {
  const feature_flag_variants = ['control', 'short', 'long'].map((key) => ({ key, rollout_percentage: 33 }));
  feature_flag_variants[0] = { key: 'control', rollout_percentage: 34 };
  const id = await launched(server, { ...guarded, parameters: { feature_flag_variants } });
  await people(server, 'control', { of: 150, sends: 60, fails: 10 });
  await people(server, 'short', { of: 150, sends: 120, fails: 75 });
  await people(server, 'long', { of: 150, sends: 15, fails: 150 });
  const page = await open(`/experiments/${id}/decide`);
  const row = page.getByRole('table', { name: 'Metrics of the decision' }).getByRole('row');
  await expect(row).toHaveCount(5);
  for (const [place, ofErrors] of [
    [3, /Errors.*0\.13\s*short\s*1\.00.*Harmed/],
    [4, /^0\.13\s*long\s*2\.00.*Harmed/],
  ] as const)
    await expect(row.nth(place)).toHaveText(ofErrors);
  await picturesInSizes('decide-variants');
  await expectAccessible(page);
});

for (const [occupies, minutes] of [
  ['runs on', -2],
  ['is scheduled on', 60],
] as const) {
  test(`an ended experiment offers no rollout on a flag that another one ${occupies}, and its reset keeps the flag`, async ({
    server,
    open,
    visit,
  }) => {
    const { id } = await make(server, {});
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    await server.api('PATCH', `${experiments}${id}/`, { start_date: at(-9) });
    await server.api('PATCH', `${experiments}${id}/`, { end_date: at(-5), conclusion: 'inconclusive' });
    await make(server, { name: 'Second', start_date: at(minutes) });
    const page = await open(`/experiments/${id}/decide`);
    const rollout = page.getByRole('radiogroup', { name: 'Rollout' });
    await expect(page.getByText('“Second” runs on this flag or is scheduled to.')).toBeVisible();
    await expect(rollout.getByRole('radio')).toHaveCount(1);
    await expect(rollout.getByRole('radio', { name: /^No rollout/ })).toBeChecked();
    await page.getByRole('button', { name: 'Save the conclusion' }).click();
    await expect(page.getByRole('dialog')).toContainText('Save the conclusion');
    await expect(page.getByRole('dialog')).not.toContainText(/You can undo this|not the rollout that follows/);
    await page.keyboard.press('Escape');
    await visit(`/experiments/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Reset to draft…' }).click();
    await expect(page.getByRole('dialog')).toContainText(
      'The flag checkout does not change, because “Second” runs on it or is scheduled to.',
    );
  });
}

test('an ended experiment whose flag another one has offers neither to resume nor to undo its end', async ({
  server,
  open,
}) => {
  const { id } = await ended(server, 5);
  const page = await open(`/experiments/${id}`);
  const undo = page.getByRole('button', { name: 'Undo the last stop or rollout' });
  const resume = page.getByRole('menuitem', { name: 'Resume…' });
  const more = page.getByRole('button', { name: 'More actions' });
  await expect(undo).toBeVisible();
  await more.click();
  await expect(resume).toBeVisible();

  await make(server, { name: 'Second', start_date: new Date(Date.now() - 60_000).toISOString() });
  await page.reload();
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  await expect(resume).toHaveCount(0);
  await expect(undo).toHaveCount(0);
});

test('an undone decision is not offered to be undone again', async ({ server, open }) => {
  const id = await launched(server);
  const page = await open(`/experiments/${id}/decide`);
  await page.getByRole('radio', { name: /^Inconclusive/ }).check();
  await page.getByRole('button', { name: 'Ship “control” to everyone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ship “control” to everyone' }).click();
  const notice = page.getByRole('button', { name: 'Undo', exact: true });
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Undo the last stop or rollout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the last stop or rollout' }).click();
  await expect(page.getByText('is undone.')).toBeVisible();
  await expect(notice).toHaveCount(0, { timeout: 3000 });
});

test('undo is offered for each decision in turn, and not after the flag was changed', async ({ server, open }) => {
  const { id, feature_flag: flag } = await ended(server, 5);
  await server.api('PATCH', `${experiments}${id}/`, { flag_outcome: { kind: 'ship', variant: 'test' } });
  const page = await open(`/experiments/${id}`);
  const undo = page.getByRole('button', { name: 'Undo the last stop or rollout' });
  const confirmed = async () => {
    await undo.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the last stop or rollout' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await confirmed();
  await expect(page.getByText('Still serving: control 50%, test 50%')).toBeVisible();
  await confirmed();
  await expect(page.getByRole('button', { name: 'Stop…' })).toBeVisible();

  await server.api('PATCH', `${experiments}${id}/`, { end_date: 'now' });
  await expect(undo).toBeVisible();
  await server.api('PATCH', `/api/projects/@current/feature_flags/${flag}/`, { name: 'Changed' });
  await expect(page.getByRole('button', { name: 'Add conclusion' })).toBeVisible();
  await expect(undo).toHaveCount(0);
});
