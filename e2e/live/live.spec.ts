import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { lostServer, test, testAlone, testApart } from '../fixtures.ts';
import { detail, names, row, rows, span } from '../live-page.ts';

testApart(
  'each event arrives within a second, and dropped and rejected ones say why',
  async ({ server, open, picture }) => {
    const page = await open('/live');
    await expect(page.getByText('Waiting for your first event')).toBeVisible();
    await server.capture({ event: 'signed up', distinct_id: 'ada', properties: { plan: 'pro' } });
    await expect(row(page, /^signed up, ada, accepted/)).toBeVisible({ timeout: 1000 });
    await server.capture({ event: 'signed up', distinct_id: '' });
    await server.capture({ api_key: 'phc_someOtherKey', event: 'signed up', distinct_id: 'ada' });
    await expect(row(page, /nobody, dropped, Empty distinct_id \(empty_distinct_id\)/)).toBeVisible();
    await expect(
      row(page, /^Rejected: signed up, ada, rejected, Invalid project key .*, wrong key phc_someO?…/),
    ).toBeVisible();
    await expect(rows(page)).toContainText('wrong key phc_some…, this project’s is phc_');

    await row(page, /dropped/).click();
    await expect(detail(page)).toContainText('wait for it, or send an anonymous id');
    await detail(page).getByRole('tab', { name: 'Pipeline' }).click();
    const stages = detail(page).getByRole('list', { name: 'Pipeline' });
    await expect(stages.getByRole('listitem').filter({ hasText: 'Normalized' })).toContainText('failed');
    await picture('live-dropped');

    await row(page, /rejected/).click();
    await detail(page).getByRole('tab', { name: 'Raw' }).click();
    await expect(detail(page)).toContainText('POST /capture/');
    await expect(detail(page).getByRole('region', { name: 'Response 401' })).toContainText('invalid_api_key');
    await expect(page).toHaveURL(/tab=raw/);

    await page.getByText('Dropped', { exact: true }).first().click();
    await expect(page).toHaveURL(/status=dropped/);
    await expect(rows(page).getByRole('option')).toHaveCount(1);
  },
);

test('pausing keeps a backlog, clearing shows only later events', async ({ server, openLive }) => {
  const page = await openLive({ event: 'before', distinct_id: 'ada' });
  await expect(row(page, /^before/)).toBeVisible();
  await page.keyboard.press('Space');
  await server.capture({ batch: [1, 2, 3].map((n) => ({ event: `waiting ${n}`, distinct_id: 'ada' })) }, '/batch/');
  await expect(page.getByText('3 new while paused')).toBeVisible();
  await expect(rows(page).getByRole('option')).toHaveCount(1);
  const split = page.getByRole('radiogroup', { name: 'Show' });
  // The status bar is polled as often as the counts, which rest.
  for (let poll = 0; poll < 2; poll += 1) await page.waitForResponse(/\/api\/status\//);
  await expect(split.getByRole('radio', { name: 'All 1' })).toBeChecked();
  await page.getByRole('button', { name: 'Resume, 3 new' }).click();
  await expect.poll(() => names(page)).toEqual(['waiting 3', 'waiting 2', 'waiting 1', 'before']);

  await expect(split.getByRole('radio', { name: 'All 4' })).toBeChecked();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cleared: waiting for new events' })).toBeVisible();
  await expect(split.getByRole('radio', { name: 'All 0' })).toBeChecked();
  await server.capture({ event: 'between', distinct_id: 'ada' });
  await expect.poll(() => names(page)).toEqual(['between']);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cleared: waiting for new events' })).toBeVisible();
  await server.capture({ event: 'after', distinct_id: 'ada' });
  await expect.poll(() => names(page)).toEqual(['after']);
  await expect(split.getByRole('radio', { name: 'All 1' })).toBeChecked();
  await expect(span(page)).toHaveText(/^since \d\d:\d\d:\d\d$/);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['after']);
  await page.getByRole('button', { name: 'Show earlier', exact: true }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(6);
});

test('an empty list says that it is paused', async ({ server, openLive }) => {
  const page = await openLive({ event: 'before', distinct_id: 'ada' });
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Cleared and paused' })).toBeVisible();
  await server.capture({ event: 'after', distinct_id: 'ada' });
  await expect(page.getByText('1 new while paused')).toBeVisible();
  await page.getByRole('button', { name: 'Resume, 1 new' }).click();
  await expect.poll(() => names(page)).toEqual(['after']);
});

testApart(
  'clearing shows later events where the clock of the window is ahead of the server',
  async ({ openLive, server }) => {
    const page = await openLive({ event: 'before', distinct_id: 'ada' });
    await page.clock.setFixedTime(Date.now() + 3_600_000);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(['before']);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Cleared: waiting for new events' })).toBeVisible();
    await server.capture({ event: 'after', distinct_id: 'ada' });
    await expect.poll(() => names(page)).toEqual(['after']);
  },
);

test('a batch is one request with its outcomes, and can be shown alone', async ({ server, open }) => {
  await server.capture({ event: 'other', distinct_id: 'ada' });
  const batch = [{ event: 'one', distinct_id: 'ada' }, { event: 'two' }, { event: 'three', distinct_id: 'ada' }];
  await server.capture({ batch }, '/batch/');
  await server.capture({ batch: [{ event: 'four' }, { event: 'five' }] }, '/batch/');
  const page = await open('/live');
  // The reason of a dropped row needs the room.
  await expect(rows(page).getByTitle(/^Batch of 2: 2 dropped/)).toHaveText('2');
  await row(page, /^two, nobody, dropped/).click();
  await expect(detail(page)).toContainText('Batch of 3: 2 accepted, 1 dropped');
  await detail(page).getByRole('button', { name: 'Show only this request' }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(3);
  await expect(page.getByRole('button', { name: /Edit filter: request is/ })).toBeVisible();
  await page.getByText('Accepted', { exact: true }).first().click();
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  await expect(rows(page).getByTitle(/^Batch of 3: 2 accepted, 1 dropped/)).toHaveText('3, 1 dropped');
});

test('the keys move, mark and pin, and their help is shown', async ({ server, open, picture }) => {
  await server.capture({ event: 'first', distinct_id: 'ada', properties: { plan: 'free', seats: 1 } });
  await server.capture({ event: 'second', distinct_id: 'ada', properties: { plan: 'pro', trial: true } });
  const page = await open('/live');
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(row(page, /^first/)).toHaveAttribute('aria-selected', 'true');
  await expect(detail(page).getByRole('heading', { name: 'first' })).toBeVisible();
  await page.keyboard.press('m');
  await page.keyboard.press('p');
  await expect(page.getByRole('list', { name: 'Pinned events' }).getByRole('button', { name: /first/ })).toBeVisible();
  await page.keyboard.press('k');
  const properties = detail(page).getByRole('region', { name: 'Properties' });
  await expect(properties).toContainText('3 changed since the marked first');
  await expect(properties.getByRole('listitem').filter({ hasText: 'plan' })).toContainText('changed');
  await expect(properties.getByRole('listitem').filter({ hasText: 'seats' })).toContainText('removed');
  await expect(properties.getByRole('listitem').filter({ hasText: 'trial' })).toContainText('added');
  await picture('live-marked');
  await properties.getByRole('textbox', { name: 'Search properties' }).fill('pro');
  await expect(properties.getByRole('listitem')).toHaveCount(1);

  await rows(page).focus();
  await page.keyboard.press('Enter');
  await expect(detail(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toBeFocused();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Pin the event');
  await expect(sheet).toContainText('Go to Persons');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row(page, /^second/)).toHaveAttribute('aria-selected', 'true');
});

test('an event is sent again, unchanged or edited', async ({ picture, openLive }) => {
  const page = await openLive({ event: 'order', distinct_id: 'ada', properties: { total: 5 } });
  await row(page, /^order/).click();
  await detail(page).getByRole('button', { name: 'Resend', exact: true }).click();
  await detail(page).getByRole('button', { name: 'Show the new event' }).click();
  await expect(rows(page).getByRole('option')).toHaveCount(2);
  await expect(rows(page).getByRole('option').first()).toHaveAttribute('aria-selected', 'true');

  await detail(page).getByRole('button', { name: 'Edit and resend' }).click();
  const editor = detail(page).getByRole('textbox', { name: 'Event as JSON' });
  await expect(editor).toContainText('"total": 5');
  const json = await editor.innerText();
  await editor.fill(json.replace('"total": 5', '"total": '));
  const line = json.split('\n').findIndex((text) => text.includes('total')) + 1;
  await expect(
    detail(page).getByRole('button', { name: new RegExp(`^Line ${line}, column \\d+: Expected a value`) }),
  ).toBeVisible();
  await expect(detail(page).getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await picture('live-edit');
  await editor.fill(json.replace('"order"', '"order changed"'));
  await expect(detail(page).getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await detail(page).getByRole('button', { name: 'Show the new event' }).click();
  await expect(detail(page).getByRole('heading', { name: 'order changed' })).toBeVisible();
});

test('an edited event keeps its text while another one is shown, and leaving Live asks first', async ({
  openLive,
  server,
}) => {
  const page = await openLive({ event: 'order', distinct_id: 'ada', properties: { total: 5 } });
  await server.capture({ event: 'visit', distinct_id: 'ada' });
  await row(page, /^order/).click();
  const edit = detail(page).getByRole('button', { name: 'Edit and resend' });
  await edit.click();
  const editor = detail(page).getByRole('textbox', { name: 'Event as JSON' });
  await editor.fill('{"event": "mine"}');
  await row(page, /^visit/).click();
  await expect(detail(page).getByRole('heading', { name: 'visit' })).toBeVisible();
  await expect(editor).toHaveCount(0);
  await row(page, /^order/).click();
  await expect(editor).toHaveText('{"event": "mine"}');
  await edit.click();
  await expect(editor).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(detail(page)).toHaveCount(0);

  await page.getByRole('link', { name: 'Persons' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(leaving).toContainText('Changes to an event are not saved.');
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await row(page, /^order/).click();
  await expect(editor).toHaveText('{"event": "mine"}');
  await detail(page).getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(editor).toHaveText('{"event": "mine"}');
  await detail(page).getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await expect(editor).toHaveCount(0);
  await expect(edit).toBeFocused();
  await page.getByRole('link', { name: 'Persons' }).click();
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
});

test('new events never move the focused row', async ({ server, open }) => {
  const send = (from: number, count: number) =>
    server.capture(
      { batch: Array.from({ length: count }, (_, n) => ({ event: `event ${from + n}`, distinct_id: 'ada' })) },
      '/batch/',
    );
  await send(0, 60);
  const page = await open('/live');
  await row(page, /^event 50,/).click();
  // The detail narrows the list.
  await expect(detail(page).getByRole('heading', { name: 'event 50' })).toBeVisible();
  const before = await row(page, /^event 50,/).boundingBox();
  await send(60, 30);
  await expect(page.getByRole('button', { name: '30 new' })).toBeVisible();
  await expect(page.getByText('Scrolled away')).toBeVisible();
  expect(await row(page, /^event 50,/).boundingBox()).toEqual(before);
  await page.getByRole('button', { name: '30 new' }).click();
  await expect(page.getByText('Following')).toBeVisible();
  await expect(row(page, /^event 89,/)).toBeInViewport();
  await page.keyboard.press('End');
  await expect(page.getByText('Scrolled away')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(page.getByText('Following')).toBeVisible();
  await expect(page.getByRole('status', { name: 'New events' })).toHaveText('30 new events');
});

testAlone('a server that dies and returns loses and doubles nothing', async ({ server, allowError, openLive }) => {
  allowError(lostServer);
  const page = await openLive({ event: 'before', distinct_id: 'ada' });
  await expect(row(page, /^before/)).toBeVisible();
  await server.kill();
  await expect(page.getByText('Reconnecting')).toBeVisible();
  await server.resume();
  await server.capture({ event: 'after', distinct_id: 'ada' });
  await expect.poll(() => names(page)).toEqual(['after', 'before']);
  await expect(page.getByText('Following')).toBeVisible();
});

test('a link opens an event that is not in the list, and older events come by scrolling', async ({ server, open }) => {
  const uuid = '0195a000-0000-7000-8000-000000000001';
  await server.capture({ event: 'oldest', distinct_id: 'ada', uuid });
  const batch = Array.from({ length: 1500 }, (_, n) => ({ event: `event ${n}`, distinct_id: 'ada' }));
  await server.capture({ batch }, '/batch/');
  const page = await open(`/live?selected=${uuid}&tab=person`);
  await expect(detail(page).getByRole('heading', { name: 'oldest' })).toBeVisible();
  await expect(detail(page).getByRole('tab', { name: 'Person' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('200 events loaded')).toBeVisible();
  await rows(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await expect(page.getByText('700 events loaded')).toBeVisible();
  await rows(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await expect(page.getByText('1,200 events loaded')).toBeVisible();
  await rows(page).evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
  await expect(page.getByText('1,501 events loaded')).toBeVisible();
  await expect(row(page, /^oldest, ada/)).toHaveAttribute('aria-selected', 'true');
});

testApart('the live view passes the accessibility rules in either theme', async ({ server, open, page }) => {
  test.slow();
  const batch = [{ event: 'one', distinct_id: 'ada', properties: { plan: 'pro' } }, { event: 'two' }];
  await server.capture({ batch }, '/batch/');
  await server.capture({ api_key: 'phc_someOtherKey', event: 'x', distinct_id: 'y' });
  await server.api('POST', '/api/projects/@current/actions/', { name: 'Did one', steps: [{ event: 'one' }] });
  await open('/live?q=one');
  await row(page, /^one/).click();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  for (const name of ['Event', 'Diff', 'Pipeline', 'Person', 'Matches', 'Raw']) {
    await detail(page).getByRole('tab', { name }).click();
    await expect(detail(page).getByRole('tabpanel')).toBeVisible();
    await expectAccessible(page, name);
  }
});
