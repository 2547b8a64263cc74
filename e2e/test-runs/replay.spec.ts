import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { at, choose, dialogOf, openDialog, prepare, recordingOf, replayButton } from '../replay-dialog.ts';

const harOf = (bodies: (string | undefined)[]) => ({
  log: {
    version: '1.2',
    entries: bodies.map((text, index) => ({
      startedDateTime: at(index),
      request: {
        method: 'POST',
        url: 'https://shop.example/ingest/e/',
        headers: [],
        bodySize: 90,
        ...(text !== undefined && { postData: { mimeType: 'text/plain', text } }),
      },
    })),
  },
});

test('a tester downloads the recording of a test run and replays it in another one', async ({
  server,
  open,
  pictures,
}, testInfo) => {
  const page = await open('/test-runs');
  const batch = [
    { event: 'paid', distinct_id: 'ann', properties: { total: 5 } },
    { event: 'left', distinct_id: 'bob' },
  ];
  await server.capture({ batch: [...batch, { event: 'nobody' }] }, '/test-run/checkout-1/batch/');
  await page.getByRole('link', { name: 'checkout-1' }).click();
  const more = page.getByRole('button', { name: 'More actions', exact: true });
  await more.click();
  const started = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download recording' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('checkout-1.ndjson');
  const file = testInfo.outputPath('checkout-1.ndjson');
  await download.saveAs(file);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(5);

  await more.click();
  await page.getByRole('menuitem', { name: 'Replay a recording…' }).click();
  const dialog = dialogOf(page);
  await expect(replayButton(page)).toBeDisabled();
  await choose(page, file);
  await expect(dialog).toContainText('3 events of the test run “checkout-1”, recorded');
  const name = dialog.getByRole('textbox', { name: 'Test run' });
  await expect(name).toHaveValue('checkout-1');
  await expect(dialog).toContainText('Without one, events go to the test run that takes them, or to none.');
  await name.fill('not a name');
  await expect(dialog).toContainText('A name has 1 to 100 letters');
  await expect(replayButton(page)).toBeDisabled();
  await name.fill('again');
  await expectAccessible(page, 'chosen');
  await pictures('replay-recording');
  await replayButton(page).click();
  const status = dialog.getByRole('status');
  await expect(status).toHaveText('2 events stored, 1 dropped.');
  await expectAccessible(page, 'done');
  await pictures('replay-done');
  await dialog.getByRole('link', { name: 'Compare with “checkout-1”' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Both sides sent the same' })).toBeVisible();

  await page.getByRole('link', { name: 'Test runs' }).first().click();
  await prepare(page, file, 'again');
  await replayButton(page).click();
  await expect(status).toContainText('0 events stored, 3 dropped.');
  await expect(status).toContainText('2 of the dropped are duplicates');
  await dialog.getByRole('link', { name: 'Open test run “again”' }).click();
  await expect(page.getByRole('heading', { name: 'again', level: 1 })).toBeVisible();
  expect(await server.api('GET', '/api/projects/@current/test_runs/again/')).toMatchObject({ events: 2 });
});

test('a HAR file is imported with what was left out, also with the key of another server', async ({
  server,
  open,
  pictures,
}, testInfo) => {
  const page = await open('/test-runs');
  const body = (api_key: string) => JSON.stringify({ api_key, event: 'paid', distinct_id: 'ann' });
  const file = testInfo.outputPath('shop.har');
  writeFileSync(file, JSON.stringify(harOf([body(server.project.key), body('phc_keyOfProduction'), undefined])));
  await openDialog(page);
  const dialog = dialogOf(page);
  await choose(page, file);
  await expect(dialog).toContainText('HAR file with 3 requests');
  await expect(dialog).toContainText(
    'events go to the test run that their request names or that takes them, or to none.',
  );
  await dialog.getByRole('textbox', { name: 'Test run' }).fill('har-1');
  await dialog.getByText('Moved to now').click();
  await expectAccessible(page, 'HAR');
  await pictures('replay-har');
  await replayButton(page).click();
  const status = dialog.getByRole('status');
  await expect(status).toContainText('1 event stored, 0 dropped, 1 request rejected (invalid_api_key: 1).');
  await expect(status).toContainText('1 capture request without a body in the file.');
  await pictures('replay-har-done');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /har-1/ })).toBeVisible();

  await prepare(page, file, 'har-2');
  await dialog.getByRole('checkbox', { name: 'Accept any project key' }).check();
  await replayButton(page).click();
  await expect(status).toContainText('2 events stored, 0 dropped, 0 requests rejected.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await server.api('GET', '/api/projects/@current/test_runs/har-2/')).toMatchObject({ events: 2, rejected: 0 });
});

test('a replay whose answer was lost stores nothing twice, and a HAR can be stopped', async ({
  server,
  open,
  allowError,
}, testInfo) => {
  allowError(/ERR_FAILED/);
  const page = await open('/test-runs');
  const recording = testInfo.outputPath('lost.ndjson');
  writeFileSync(recording, recordingOf(150));
  let isLost = false;
  await page.route('**/recording/replay/**', async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await prepare(page, recording, 'lost');
  const dialog = dialogOf(page);
  await replayButton(page).click();
  await expect(dialog.getByRole('alert')).toContainText('Could not replay the recording');
  await replayButton(page).click();
  await expect(dialog.getByRole('status')).toContainText('50 events stored, 100 dropped.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await server.api('GET', '/api/projects/@current/test_runs/lost/')).toMatchObject({ events: 150 });

  const har = testInfo.outputPath('long.har');
  const bodies = Array.from(
    { length: 250 },
    (_, n) => `{"api_key":"${server.project.key}","event":"paid ${n}","distinct_id":"ann"}`,
  );
  writeFileSync(har, JSON.stringify(harOf(bodies)));
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/recording/har/**', async (route) => {
    await isReleased;
    return route.continue();
  });
  await prepare(page, har, 'stopped');
  await replayButton(page).click();
  await expect(dialog.getByRole('status')).toHaveText('0 of 250 requests read.');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(dialog).toContainText('Stopped: 200 of 250 requests read. Replay continues with the rest.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await prepare(page, har, 'stopped');
  await replayButton(page).click();
  await expect(dialog.getByRole('status')).toContainText('50 events stored, 200 dropped, 0 requests rejected.');
  await expect(dialog.getByRole('status')).toContainText('200 of the dropped are duplicates');
});

test('a replay at the recorded pace can be stopped between two events', async ({ server, open }, testInfo) => {
  const page = await open('/test-runs');
  const file = testInfo.outputPath('slow.ndjson');
  const [first = '', one = '', ...rest] = recordingOf(2).split('\n');
  writeFileSync(file, [first, one, rest.join('\n').replace(at(1), at(59))].join('\n'));
  await prepare(page, file, 'slow');
  const dialog = dialogOf(page);
  await dialog.getByRole('group', { name: 'Pace' }).getByText('As recorded').click();
  await replayButton(page).click();
  await expect(dialog.getByRole('status')).toHaveText('1 of 2 events sent.');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  await expect(dialog).toContainText('Stopped: 1 of 2 events sent.');
  expect(await server.api('GET', '/api/projects/@current/test_runs/slow/')).toMatchObject({ events: 1 });
  await dialog.getByRole('group', { name: 'Pace' }).getByText('Fast').click();
  await replayButton(page).click();
  await expect(dialog.getByRole('status')).toContainText('1 event stored, 1 dropped.');
});

test('a replay that fails or is stopped continues with the unsent events', async ({
  server,
  open,
  allowError,
  pictures,
}, testInfo) => {
  allowError(/ERR_FAILED|status of 503/);
  const page = await open('/test-runs');
  const file = testInfo.outputPath('long.ndjson');
  writeFileSync(file, recordingOf(350));
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let requests = 0;
  await page.route('**/recording/replay/**', async (route) => {
    requests += 1;
    if (requests === 2) return route.abort();
    if (requests === 3) await isReleased;
    return route.continue();
  });
  await prepare(page, file, 'long');
  const dialog = dialogOf(page);
  await replayButton(page).click();
  await expect(dialog.getByRole('alert')).toContainText('Could not replay the recording');
  await expect(dialog).toContainText('100 of 350 events sent. Replay continues with the rest.');
  await expect(dialog.getByRole('textbox', { name: 'Test run' })).toHaveValue('long');
  await expectAccessible(page, 'failed');
  await pictures('replay-failed');
  await replayButton(page).click();
  await expect(dialog.getByRole('status')).toHaveText('100 of 350 events sent.');
  await dialog.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(dialog).toContainText('Stopped: 200 of 350 events sent. Replay continues with the rest.');
  await replayButton(page).click();
  await expect(dialog.getByRole('status')).toHaveText('350 events stored, 0 dropped.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  expect(await server.api('GET', '/api/projects/@current/test_runs/long/')).toMatchObject({ events: 350 });
});
