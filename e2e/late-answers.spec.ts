import { expect } from '@playwright/test';
import { launched, people } from './experiment-data.ts';
import { test, testApart } from './fixtures.ts';
import { hold } from './hold.ts';
import { serve } from './loopback.ts';

const flags = '/api/projects/@current/feature_flags/';

test('who leaves a new page while it is created stays where they went', async ({ open }) => {
  const page = await open('/feature-flags/new');
  await page.getByRole('textbox', { name: 'Key' }).fill('checkout');
  const creation = await hold(
    page,
    (route) => route.request().method() === 'POST' && /feature_flags\/$/.test(route.request().url()),
  );
  await page.getByRole('button', { name: 'Create flag' }).click();
  await creation.isHeld;
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Persons' }).click();
  await page.getByRole('button', { name: 'Discard and leave' }).click();
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
  creation.release();
  await expect(page.getByRole('alert').filter({ hasText: 'Flag checkout created' })).toBeVisible();
  await expect(page).toHaveURL(/\/persons/);
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
});

for (const [what, list, input] of [
  ['flag', 'feature_flags', { key: 'checkout' }],
  ['experiment', 'experiments', { name: 'checkout', feature_flag_key: 'checkout', parameters: {}, filters: {} }],
] as const) {
  test(`who leaves the list while a copy of its ${what} is made stays where they went`, async ({ server, open }) => {
    await server.create(`/api/projects/@current/${list}/`, input);
    const page = await open(`/${list.replace('_', '-')}`);
    const copying = await hold(page, (route) => /duplicate\/$/.test(route.request().url()));
    await page.getByRole('button', { name: /^(More a|A)ctions/ }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await copying.isHeld;
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Persons' }).click();
    await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
    copying.release();
    await expect(page.getByRole('alert').filter({ hasText: /is a (copy|draft)/ })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/persons/);
  });
}

test('a letter typed while the address takes the search before stays', async ({ open }) => {
  const page = await open('/feature-flags');
  const search = page.getByRole('searchbox');
  await search.fill('a');
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>('input[type="search"]');
    const { replaceState } = history;
    history.replaceState = (...given) => {
      replaceState.apply(history, given);
      if (field === null || field.value !== 'ab') return;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'abc');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
  });
  await search.fill('ab');
  await expect(page).toHaveURL(/search=ab/);
  await search.press('End');
  await page.keyboard.type('d');
  await expect(page).toHaveURL(/search=abcd/);
  await expect(search).toHaveValue('abcd');
});

test('the group that is typed stays while events of another group arrive', async ({ server, open }) => {
  const opened = (company: string) => ({ event: 'opened', distinct_id: 'ada', properties: { $groups: { company } } });
  await server.capture(opened('acme'));
  const page = await open(`/persons/${await server.onlyPerson()}?tab=preview`);
  const company = page.getByRole('textbox', { name: 'company' });
  await expect(company).toHaveValue('acme');
  await company.fill('oth');
  const read = page.waitForResponse(
    async (response) => /\/preview\/\?/.test(response.url()) && (await response.text()).includes('"globex"'),
  );
  await server.capture(opened('globex'));
  await read;
  await company.press('End');
  await page.keyboard.type('er');
  await expect(company).toHaveValue('other');
  await page.getByRole('button', { name: 'Use', exact: true }).press('Enter');
  await expect(page).toHaveURL(/groups=.*other/);
  await expect(page.getByText('Chosen here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use', exact: true })).toBeFocused();
  await expect(company).toHaveValue('other');
  await page.goBack();
  await expect(company).toHaveValue('globex');
});

test('the answer to a test message is not shown for another webhook', async ({ open }) => {
  const chat = await serve((_request, response) => response.end());
  const page = await open('/settings/chat');
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(`${chat.url}/one`);
  await page.getByRole('switch', { name: /^Allow this computer/ }).press('Space');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByText('Delivered, answered 200')).toBeVisible();
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(`${chat.url}/two`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'No changes' })).toBeVisible();
  await expect(page.getByText('Delivered, answered 200')).toHaveCount(0);
  await chat.close();
});

test('while a second recording is read, the first is not replayed, and it does not replace a third', async ({
  open,
}) => {
  const page = await open('/test-runs');
  await page.getByRole('button', { name: 'Replay a recording…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replay a recording' });
  const recording = (run: string) => ({
    name: `${run}.ndjson`,
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(
      `${[
        { benchtop_recording: 1, recorded_at: '2026-01-02T03:04:05.000Z', test_run: run, filter: { test_run: run } },
        { events: 0, left_out: 0 },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n')}\n`,
    ),
  });
  await page.evaluate(() => {
    const { arrayBuffer } = File.prototype;
    File.prototype.arrayBuffer = async function read() {
      const contents = await arrayBuffer.call(this);
      if (this.name === 'slow.ndjson') await new Promise((resolve) => addEventListener('finish', resolve));
      return contents;
    };
  });
  const choose = async (run: string) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByLabel('Recording').click();
    await (await chooser).setFiles(recording(run));
  };
  const replay = dialog.getByRole('button', { name: 'Replay', exact: true });
  await dialog.getByRole('textbox', { name: 'Test run' }).fill('again');
  await choose('first');
  await expect(replay).toBeEnabled();
  await choose('slow');
  await expect(dialog.getByText('slow.ndjson')).toBeVisible();
  await expect(replay).toBeDisabled();
  await choose('fast');
  await expect(dialog.getByText('0 events of the test run “fast”')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('finish')));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(dialog.getByText('of the test run “fast”')).toBeVisible();
  await expect(dialog.getByText('of the test run “slow”')).toHaveCount(0);
});

test('why one event matches is not shown for the event chosen after it', async ({ server, open }) => {
  await server.capture({ batch: ['paid', 'left'].map((event) => ({ event, distinct_id: 'ada' })) }, '/batch/');
  const id = await server.create('/api/projects/@current/actions/', { name: 'Paid', steps: [{ event: 'paid' }] });
  const page = await open(`/actions/${id}`);
  const check = page.getByRole('region', { name: 'Check one event' });
  const field = check.getByRole('combobox', { name: 'Event to check' });
  await field.click();
  await page.getByRole('option', { name: /left/ }).click();
  await expect(check.getByText('does not match')).toBeVisible();
  const answer = await hold(
    page,
    (route) =>
      /preview\/$/.test(route.request().url()) && /"event":"[0-9a-f-]{36}"/.test(route.request().postData() ?? ''),
  );
  await check.getByRole('button', { name: 'Clear' }).click();
  await field.click();
  await page.getByRole('option', { name: /paid/ }).click();
  await answer.isHeld;
  await expect(check.getByText('does not match')).toHaveCount(0);
  answer.release();
  await expect(check.getByText('matches', { exact: true })).toBeVisible();
});

test('the status of a draft is marked as old until the changed one is checked', async ({ server, open }) => {
  await server.capture({ event: 'paid', distinct_id: 'ada' }, '/test-run/checkout-1/capture/');
  const page = await open('/test-runs/expectations/new?run=checkout-1');
  await page.getByRole('combobox', { name: 'Event name' }).fill('paid');
  const aside = page.getByRole('complementary', { name: 'Status of the draft' });
  await expect(aside.getByRole('status')).toHaveText('Passed');
  await expect(aside.locator('[data-stale]')).toHaveCount(0);
  const answer = await hold(page, (route) => (route.request().postData() ?? '').includes('"exactly":3'));
  await page.getByRole('textbox', { name: 'Number of events' }).fill('3');
  await answer.isHeld;
  await expect(aside.locator('[data-stale]')).toHaveCount(1);
  answer.release();
  await expect(aside.getByRole('status')).toHaveText('Failed');
  await expect(aside.locator('[data-stale]')).toHaveCount(0);
});

test('the number of forwarded events is not that of a filter before', async ({ server, open }) => {
  await server.capture({ event: 'paid', distinct_id: 'ada' });
  const page = await open('/settings/relay');
  const passing = page.getByText('stored here passes this filter.');
  await expect(passing).toBeVisible();
  await page.getByRole('button', { name: 'Add event condition' }).click();
  await expect(passing).toHaveCount(0);
});

test('the number of excluded people is marked as old until the changed conditions are counted', async ({
  server,
  open,
}) => {
  await server.capture({ event: 'paid', distinct_id: 'ada' });
  const page = await open('/settings/exclusions');
  const preview = page.getByRole('status', { name: 'Preview' });
  await expect(preview).toContainText('None of the 1 person active');
  await expect(preview).not.toHaveAttribute('data-stale');
  const counted = await hold(page, (route) => (route.request().postData() ?? '').includes('"bots":true'));
  await page.getByRole('switch', { name: 'Exclude bots' }).press('Space');
  await counted.isHeld;
  await expect(preview).toHaveAttribute('data-stale');
  counted.release();
  await expect(preview).not.toHaveAttribute('data-stale');
  await server.capture({ event: 'paid', distinct_id: 'bob' });
  await expect(preview).toContainText('None of the 2 people active');
});

test('the people of a changed flag are counted again as they arrive', async ({ server, open }) => {
  await server.capture({ event: 'paid', distinct_id: 'ada' });
  const id = await server.create('/api/projects/@current/feature_flags/', { key: 'open', filters: { groups: [{}] } });
  const page = await open(`/feature-flags/${id}`);
  const rollout = page.getByRole('textbox', { name: 'Rollout of condition 1, in percent' });
  await rollout.fill('0');
  await rollout.press('Tab');
  await page.getByRole('button', { name: 'Show who flips' }).click();
  await expect(page.getByText('Flips for 1 of 1 known person')).toBeVisible();
  await expect(page.getByText('reaches about 0 of 1 known person')).toBeVisible();
  await server.capture({ event: 'paid', distinct_id: 'bob' });
  await expect(page.getByText('Flips for 2 of 2 known people')).toBeVisible();
  await expect(page.getByText('reaches about 0 of 2 known people')).toBeVisible();
});

test('people are not counted for a condition of a flag that is incomplete', async ({ server, open }) => {
  await server.capture({ event: 'paid', distinct_id: 'ada' });
  const page = await open('/feature-flags/new');
  const reach = page.getByText('reaches about 1 of 1 known person');
  await expect(reach).toBeVisible();
  await page.getByRole('button', { name: 'Add property to condition 1' }).press('Enter');
  await expect(page.getByText(/about \d+ of 1 known person/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove property 1 of condition 1' }).press('Enter');
  await expect(reach).toBeVisible();
});

test('the list says whose things it shows when the owner owns nothing of it', async ({ open }) => {
  const page = await open('/feature-flags?owner=4711');
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Owner' })).toHaveValue('User 4711');
});

test('a breakdown by one property is not shown for another', async ({ server, open }) => {
  const id = await launched(server);
  await people(server, 'control', { of: 2, sends: 1 });
  await people(server, 'test', { of: 2, sends: 1 });
  const page = await open(`/experiments/${id}?people=everyone&part=breakdown&property=plan`);
  const missing = page.getByText('Nobody who was exposed has a property “plan”.');
  await expect(missing).toBeVisible();
  const answer = await hold(page, (route) => /breakdown\/\?.*type=exposure/.test(route.request().url()));
  await page.getByText('Exposure', { exact: true }).click();
  await answer.isHeld;
  await expect(missing).toHaveCount(0);
  answer.release();
  await expect(page.getByText('No event that exposed people has a property “plan”.')).toBeVisible();
});

test('the flags of one id of a person are not shown for another', async ({ server, open }) => {
  await server.create(flags, { key: 'checkout', active: true, filters: { groups: [{ rollout_percentage: 100 }] } });
  const identify = { event: '$identify', distinct_id: 'ada', properties: { $anon_distinct_id: 'anon-1' } };
  await server.capture(identify);
  const page = await open(`/persons/${await server.onlyPerson()}`);
  const table = page.getByRole('table', { name: 'Flags of the person' });
  await expect(table).toBeVisible();
  const answer = await hold(page, (route) => (route.request().postData() ?? '').includes('"anon-1"'));
  await page.getByRole('combobox', { name: 'Flags for the distinct id' }).click();
  await page.getByRole('option', { name: 'anon-1' }).click();
  await answer.isHeld;
  await expect(table).toHaveCount(0);
  answer.release();
  await expect(table).toBeVisible();
});

testApart('the test of a flag is marked as old as soon as another person is typed', async ({ server, open }) => {
  const id = await server.create(flags, { key: 'checkout', active: true });
  const page = await open(`/feature-flags/${id}`);
  const panel = page.getByRole('region', { name: 'Test', exact: true });
  const person = panel.getByRole('combobox', { name: 'Person' });
  await person.fill('ada');
  await expect(panel.getByText('No known person has this id.')).toBeVisible();
  await expect(panel.locator('[data-stale]')).toHaveCount(0);
  // The pause after typing does not end while the clock stands.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
  await person.fill('bob');
  await expect(panel.locator('[data-stale]')).toHaveCount(1);
  await page.clock.resume();
  await expect(panel.locator('[data-stale]')).toHaveCount(0);
});
