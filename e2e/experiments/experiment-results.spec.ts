import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expectAccessible } from '../accessibility.ts';
import { dayMs, draft, experiments, flag, funnel, launched, measured, people, withErrors } from '../experiment-data.ts';
import { test } from '../fixtures.ts';

const parameters = { minimum_detectable_effect: 20 };
const health = (page: Page) => page.getByRole('region', { name: 'Health of the experiment' });
const metrics = (page: Page) => page.getByRole('table', { name: 'Results by metric and variant' });
const verdict = (page: Page, name: string) => page.getByRole('region', { name });

async function download(page: Page, item: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Report' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: item }).click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('a product manager reads the verdict and its evidence, and traces each number to its counts', async ({
  server,
  open,
}) => {
  const id = await measured(server, { of: 150, sends: [30, 66], fails: [40, 15] }, { parameters, ...withErrors });
  const page = await open(`/experiments/${id}?people=everyone`);

  const said = verdict(page, '“test” is better than control');
  await expect(said).toContainText('“test” 44.0% (66 of 150 people) against control 20.0% (30 of 150 people)');
  await expect(said).toContainText('lift +120%');
  await expect(said).toContainText('Rehearsal');
  await expect(said).toContainText(
    'people needed to detect a 20% effect so far: until then only a large difference is conclusive',
  );

  // Only the part under the tabs scrolls, not the window with it.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  // A term explains itself to the keyboard as well. The key is for a window that a test before has clicked in.
  await page.keyboard.press('Tab');
  await said.getByRole('link', { name: 'always-valid 95% interval' }).focus();
  await expect(page.getByRole('tooltip')).toContainText('holds at all looks together');

  const primary = metrics(page).getByRole('rowgroup').filter({ hasText: 'Primary metric' });
  await expect(primary).toContainText('Better');
  const row = primary.getByRole('row', { name: /^test/ });
  await expect(row.getByRole('cell').nth(0)).toHaveText('150');
  await expect(row.getByRole('cell').nth(1)).toHaveText('66');
  await expect(
    row.getByRole('img', { name: /^test: lift \+120%, 95% interval \+\d+ to \+\d+%, always-valid/ }),
  ).toBeVisible();
  const interval = row.getByRole('img', { name: /excludes zero, for the better$/ });
  await interval.focus();
  await expect(page.getByRole('tooltip').filter({ hasText: 'Primary metric' })).toContainText(
    /control.*reference.*test.*\+120%/,
  );
  const fewer = metrics(page).getByRole('rowgroup').filter({ hasText: 'less is better' });
  await expect(fewer.getByRole('button', { name: 'Errors' })).toHaveAttribute('aria-expanded', 'false');
  await expect(fewer.getByRole('row', { name: /^test/ })).toContainText('−62.5%');
  await expect(
    fewer.getByRole('row', { name: /^test/ }).getByRole('img', { name: 'Better', exact: true }),
  ).toBeVisible();
  await page.getByText('Value', { exact: true }).first().click();
  await expect(primary.getByRole('img', { name: /^control: 20\.0%, 95% interval/ })).toBeVisible();
  await page.getByRole('tab', { name: 'Funnel steps' }).click();
  const steps = page.getByRole('table', { name: 'People by step and variant' });
  await expect(steps.getByRole('row', { name: /form opened/ })).toContainText('150 100.0%');
  await expect(steps.getByRole('row', { name: /form sent/ }).getByRole('cell')).toHaveText(['30 20.0%', '66 44.0%']);

  await page.getByRole('tab', { name: 'Show the working' }).click();
  await expect(page.getByRole('region', { name: 'Value of test' })).toContainText('Beta(67, 85)');
  await expect(page.getByRole('region', { name: 'Compatibility rule' })).toContainText(
    'significant: all rules are met.',
  );
  await page.getByRole('region', { name: 'Compatibility rule' }).scrollIntoViewIfNeeded();
  await expect(metrics(page).getByRole('columnheader', { name: 'Chance to win' })).toBeInViewport();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the working' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('66 / 150');

  await page.reload();
  await expect(page.getByRole('region', { name: 'Value of test' })).toBeVisible();
  await fewer.getByRole('button', { name: 'Errors' }).click();
  await expect(page.getByRole('region', { name: 'Value of test' })).toContainText('Gamma(shape 31, rate 1)');
});

test('each chart has its numbers in a table, and day by day by keyboard', async ({ server, open }) => {
  const id = await measured(server, { of: 150, sends: [30, 66] });
  const page = await open(`/experiments/${id}?people=everyone`);

  const exposures = page.getByRole('region', { name: 'Exposures' });
  await expect(exposures.getByRole('list', { name: 'Exposed people by variant' })).toContainText('control 150 50.0%');
  const chart = exposures.getByRole('img', {
    name: /^Exposed people up to each day, by variant: .*: control 150, test 150$/,
  });
  const readout = exposures.getByRole('status');
  await chart.press('Home');
  await expect(readout).toHaveText(/: control \d+, test \d+$/);
  await expect(readout).not.toContainText('control 150');
  await chart.press('End');
  await expect(readout).toHaveText(/: control 150, test 150$/);
  await exposures.getByRole('button', { name: 'Table' }).click();
  await exposures.getByText('Per day').click();
  const days = exposures.getByRole('table', { name: 'New exposed people per day, by variant' });
  const counts = await days.getByRole('row').locator('td:first-of-type').allTextContents();
  expect(counts.reduce((sum, text) => sum + Number(text), 0)).toBe(150);

  const end = /: test \+120% \(\+\d+ to \+\d+%\)$/;
  const time = page.getByRole('img', { name: /^Lift by variant at the end of each day/ });
  await expect(time).toHaveAccessibleName(end);
  const panel = page.getByRole('tabpanel', { name: 'Over time' });
  await time.press('ArrowRight');
  await expect(panel.getByRole('status')).toHaveText(end);
  const shown = panel.getByText(/^[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}/).first();
  await expect(shown).toBeVisible();
  // A finger chooses a day too, and its numbers stay when it is lifted.
  await time.blur();
  await expect(shown).toBeHidden();
  await time.dispatchEvent('pointerdown', { pointerType: 'touch', clientX: 0, clientY: 0 });
  await time.dispatchEvent('pointerleave', { pointerType: 'touch' });
  await expect(shown).toBeVisible();
  await panel.getByRole('button', { name: 'Table' }).click();
  const table = panel.getByRole('table', { name: 'Lift by variant at the end of each day' });
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('+120%');
  await panel.getByText('Value', { exact: true }).click();
  await expect(panel.getByRole('table', { name: 'Value by variant at the end of each day' })).toContainText('44.0%');

  await page.getByRole('region', { name: 'Metrics' }).getByRole('button', { name: 'Table' }).first().click();
  const all = page.getByRole('table', { name: 'All numbers of the metrics' });
  await expect(all.getByRole('row')).toHaveCount(3);
  await expect(all.getByRole('row').nth(2)).toContainText('< 0.0001 (< 0.0001)');
});

test('the report is downloaded as Markdown, CSV and JSON, and copied', async ({ server, open }) => {
  const id = await measured(server, { of: 120, sends: [24, 30], fails: [20, 22] }, { name: '=SUM(1)', ...withErrors });
  const page = await open(`/experiments/${id}?people=everyone`);
  await expect(verdict(page, 'No clear difference yet')).toBeVisible();
  await expect(metrics(page).getByRole('button', { name: 'Errors' })).toBeVisible();

  const markdown = await download(page, 'Download Markdown');
  expect(markdown.name).toMatch(/^short-form-results-\d{4}-\d\d-\d\d\.md$/);
  expect(markdown.text).toContain('**No clear difference yet.**');
  expect(markdown.text).toContain('| test | 120 | 30 | 25.0%');
  expect(markdown.text).toContain('## Errors');
  expect(markdown.text).toContain('![Charts of the results][charts]');
  expect(markdown.text).toContain(`](<${server.url}/experiments/${id}`);
  const svg = await download(page, 'Download SVG');
  expect(svg.text).toContain('Lift by variant at the end of each day');
  // In the light theme of the window.
  const color = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--data-2'));
  expect(svg.text).toContain(`fill="${color.trim()}"`);
  const csv = await download(page, 'Download CSV');
  const rows: Record<string, string>[] = parse(csv.text, { columns: true });
  expect(rows.map(({ metric, variant, count }) => `${metric} ${variant} ${count}`)).toEqual([
    'Primary metric control 24',
    'Primary metric test 30',
    'Errors control 40',
    'Errors test 44',
  ]);
  expect(rows[0]?.experiment).toBe("'=SUM(1)");
  const json = JSON.parse((await download(page, 'Download JSON')).text);
  expect(json).toMatchObject({
    experiment: { id },
    result: { status: 'ready' },
    secondary_results: [{ name: 'Errors' }],
  });

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('menuitem', { name: 'Copy Markdown' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'The report is copied as Markdown.' });
  await expect(toast).toBeVisible();
  const [shown, status] = [await toast.boundingBox(), await page.getByRole('contentinfo').boundingBox()];
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(status?.y ?? 0);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# =SUM(1)');
});

test('before there are results, the page says why and what to do next', async ({ server, open, visit }) => {
  const id = await draft(server, { filters: {} });
  const page = await open(`/experiments/${id}?tab=results`);
  await expect(verdict(page, 'No primary metric')).toBeVisible();
  await page.getByRole('link', { name: 'Choose the primary metric' }).click();
  await expect(page).toHaveURL(/tab=setup/);

  await server.api('PATCH', `${experiments}${id}/`, { filters: funnel });
  await visit(`/experiments/${id}?tab=results&people=everyone`);
  await expect(verdict(page, 'Not launched yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the setup' })).toBeVisible();

  await server.api('PATCH', `${experiments}${id}/`, { start_date: new Date(Date.now() - 3 * dayMs).toISOString() });
  await page.reload();
  const nobody = verdict(page, 'Nobody is exposed yet');
  await expect(nobody).toContainText(flag);
  await expect(nobody.getByRole('link', { name: 'open the flag' })).toBeVisible();

  await people(server, 'control', { of: 30, sends: 5 });
  await people(server, 'test', { of: 30, sends: 20 });
  const collecting = page.getByRole('region', { name: /^Collecting data/ });
  await expect(collecting).toContainText('30 in the smallest variant');
  await expect(metrics(page)).toContainText('Too early to say');
  await expect(metrics(page).getByRole('img', { name: 'Better' })).toBeHidden();
  await expect(health(page).getByRole('button', { name: '30 of 100 in the smallest variant' })).toBeVisible();

  // Nobody is past the conversion window, so there is no lift, and no axis for one.
  await visit(`/experiments/${id}?tab=results`);
  await expect(metrics(page)).toContainText('not compared');
  await expect(metrics(page)).not.toContainText('6%');
});

test('a control at zero has no lift, and shows the difference and the values', async ({ server, open }) => {
  const id = await measured(server, { of: 120, sends: [0, 12] });
  const page = await open(`/experiments/${id}?tab=results&people=everyone`);
  await expect(metrics(page).getByRole('img', { name: /^test: Control is not above zero/ })).toBeVisible();
  await expect(metrics(page)).toContainText('+10.0 points');
  await expect(page.getByRole('img', { name: /^Value by variant at the end of each day/ })).toBeVisible();
  await page.getByText('Lift', { exact: true }).last().click();
  await expect(
    page.getByText('There is no lift while control is not above zero, or a variant has nobody.'),
  ).toBeVisible();
});

test('a split mismatch is unhealthy, whichever variant leads, and each check has its cause and next step', async ({
  server,
  open,
}) => {
  const id = await launched(server);
  await people(server, 'control', { of: 240, sends: 48 });
  await people(server, 'test', { of: 130, sends: 65 });
  // One person is seen in both variants.
  const both = { $feature_flag: flag, $feature_flag_response: 'control' };
  await server.capture({ event: '$feature_flag_called', distinct_id: 'test-0', properties: both });
  const page = await open(`/experiments/${id}?people=everyone`);
  const said = verdict(page, 'Unhealthy: the split does not match the weights');
  await expect(said).toContainText('“control” has 240 people (184.5 expected), “test” has 129 people (184.5 expected)');
  await expect(metrics(page)).toContainText('Split mismatch');

  await health(page).getByRole('button', { name: 'Split mismatch, p < 0.0001' }).click();
  const table = page.getByRole('table', { name: 'Observed and expected people' });
  await expect(table.getByRole('row', { name: /^test/ })).toHaveText(/50%129184\.5−30\.1%/);
  await expect(health(page)).toContainText('Next: Compare the newest exposures of each variant in Live');
  await health(page).getByRole('button', { name: '1 in several variants' }).click();
  await expect(table).toBeHidden();
  await expect(health(page)).toContainText('1 person was seen in several variants and excluded');
  await page.getByRole('button', { name: 'Rehearsal' }).click();
  await expect(health(page)).toContainText('not how real users behave');
});

test('results that cannot be loaded say so, and load on another try', async ({ server, open, page, allowError }) => {
  allowError(/status of 500/);
  const id = await measured(server, { of: 120, sends: [24, 30], fails: [20, 22] }, { filters: {}, ...withErrors });
  const body = { type: 'server_error', code: 'error', detail: 'The disk is full.' };
  await page.route('**/results/*', (route) => route.fulfill({ status: 500, json: body }));
  await open(`/experiments/${id}`);
  const alert = page.getByRole('alert').filter({ hasText: 'The results could not be loaded' });
  await expect(alert).toContainText('The disk is full.');
  await page.unroute('**/results/*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(verdict(page, 'No primary metric')).toBeVisible();
  // The secondary metric has its numbers without a primary one.
  await expect(metrics(page).getByRole('row', { name: /^test/ })).toContainText('44');
});

test('the results, their tables and the working have no accessibility violations in either theme', async ({
  server,
  open,
  pictures,
}) => {
  const id = await measured(server, { of: 150, sends: [30, 66], fails: [40, 15] }, withErrors);
  const page = await open(`/experiments/${id}?people=everyone`);
  await expect(metrics(page).getByRole('button', { name: 'Errors' })).toBeVisible();
  await pictures('experiment-results');
  await expectAccessible(page);

  for (const button of await page.getByRole('button', { name: 'Table' }).all()) await button.click();
  await health(page)
    .getByRole('button', { name: /^No sign of a split mismatch/ })
    .click();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Funnel steps' }).click();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Show the working' }).click();
  await page.getByText('Value', { exact: true }).first().click();
  await expectAccessible(page);

  // On paper there is the whole of it, in the light theme, and nothing to click through.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Report' })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Compatibility rule' })).toBeVisible();
  const paper = await page.evaluate(() => {
    const cut = [...document.querySelectorAll('main, main *')].filter(
      (part) => part.scrollHeight > part.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(part).overflowY),
    );
    return { cut: cut.length, surface: getComputedStyle(document.documentElement).getPropertyValue('--surface') };
  });
  expect(paper).toEqual({ cut: 0, surface: '#fcfdfc' });
});
