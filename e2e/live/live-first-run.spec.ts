import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessibility.ts';
import { test } from '../fixtures.ts';
import { detail } from '../live-page.ts';
import { projectKey } from '../server.ts';

test.use({ ownServer: true });

const row = (page: Page, name: string | RegExp) =>
  page.getByRole('listbox', { name: 'Events, newest first' }).getByRole('option', { name });

test('the first run has snippets with the real address and key, and a test event that arrives', async ({
  server,
  open,
  picture,
}) => {
  await server.capture({ api_key: 'phc_keyOfNoProject', event: 'lost', distinct_id: 'ada' });
  const page = await open('/live');
  await expect(page.getByText('Waiting for your first event')).toBeVisible();
  // The system asks for less motion.
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.getByRole('button', { name: 'Show the request' }).click();
  await expect(row(page, /Invalid project key/)).toBeVisible();
  await page.goBack();
  const connect = page.getByRole('article', { name: 'Connect your app' });
  for (const sdk of ['posthog-js', 'HTML', 'posthog-node', 'curl', 'Python']) {
    await connect.getByRole('tab', { name: sdk }).click();
    await expect(connect.getByRole('tabpanel')).toContainText(server.url);
    await expect(connect.getByRole('tabpanel')).toContainText(projectKey);
  }
  await picture('live-first-run');
  const connection = page.getByRole('article', { name: 'Is my SDK connected?' });
  const checks = connection.getByRole('list', { name: 'Connection checks' });
  await expect(checks.getByRole('listitem')).toContainText(['Wrong key']);
  await expect(checks).toContainText(`Use the key of this project: ${projectKey}`);
  await connection.getByRole('button', { name: 'Requests of SDKs (1)' }).click();
  await expect(connection.getByRole('row', { name: 'POST /capture/ 401: Invalid project key' })).toBeVisible();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await expect(row(page, /^test event, benchtop-test, accepted/)).toHaveAttribute('aria-selected', 'true');
  await expect(detail(page).getByRole('heading', { name: 'test event' })).toBeVisible();
});

test('a first request whose body cannot be read is not said to have a wrong key', async ({ server, open }) => {
  const post = { method: 'POST', body: `{"api_key":"${projectKey}","event":"signed up",` };
  await fetch(`${server.url}/capture/`, post);
  const page = await open('/live');
  await expect(page.getByText('One request without a known key was rejected. Its row says why.')).toBeVisible();
  await fetch(`${server.url}/i/v9/unknown`, post);
  await expect(page.getByText('2 requests without a known key were rejected. Their rows say why.')).toBeVisible();
  await page.getByRole('button', { name: 'Show the requests' }).click();
  await expect(row(page, /Body not readable/)).toBeVisible();
  await row(page, /Not served/).click();
  await expect(detail(page)).toContainText('The Pipeline tab says what was not found.');
});

test('sample data that a reload stopped is loaded anew, fills a separate project and is removed with one click', async ({
  server,
  open,
  picture,
  allowError,
}) => {
  // The server takes the stopped load for one that goes on, for some seconds.
  allowError(/status of 409/);
  // Loading from Help also opens the loaded project.
  const page = await open('/get-started');
  const load = page.getByRole('button', { name: 'Load sample data' });
  await page.route('**/decide/**', () => {});
  const halfway = page.waitForRequest('**/decide/**');
  await load.click();
  await halfway;
  await expect(load).toBeFocused();
  // A page that ends may or may not get its last request out, past every route: it would remove the project.
  await page.evaluate(() => {
    window.fetch = () => new Promise(() => {});
  });
  await page.goto(`${server.url}/live?project=2`);
  await expect(page.getByText('sample data that is not completely loaded')).toBeVisible();
  await page.unrouteAll();
  await page.goto(`${server.url}/get-started?project=1`);
  await load.click();
  await expect(page.getByText('This project is sample data: a small shop')).toBeVisible({ timeout: 60_000 });
  expect(await server.api('GET', '/api/projects/')).toMatchObject({ count: 2 });
  await expect(page.getByRole('button', { name: 'Project: Sample data' })).toBeVisible();
  await expect(row(page, /^order completed/).first()).toBeVisible();
  await page.keyboard.press('j');
  await picture('live-sample');
  await expectAccessible(page, 'sample data');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Flags' }).click();
  await expect(page.getByText('home-layout')).toBeVisible();
  await pages.getByRole('link', { name: 'Experiments' }).click();
  // The empty list names the example too.
  const listed = page.getByRole('table', { name: 'Experiments' }).getByRole('link', { name: 'Shorter checkout' });
  await expect(listed).toBeVisible();
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await expect(listed).toBeHidden();
  await pages.getByRole('link', { name: 'Live' }).click();
  await expect(page.getByText('Waiting for your first event')).toBeVisible();
  // The first steps can be reopened, by the palette or under Help.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search pages/ }).fill('get started');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Get started', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load sample data' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Project: Sample data' })).toBeHidden();
  expect(await server.api('GET', '/api/projects/')).toMatchObject({ count: 1 });
});

test('two windows that load the sample data at once open the same sample', async ({ server, open, allowError }) => {
  allowError(/status of 409/);
  const page = await open('/get-started');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route('**/decide/**', async (route) => {
    await held;
    await route.continue();
  });
  const halfway = page.waitForRequest('**/decide/**');
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await halfway;
  const other = await page.context().newPage();
  await other.goto(`${server.url}/get-started?project=1`);
  const refused = other.waitForResponse((response) => response.status() === 409);
  await other.getByRole('button', { name: 'Load sample data' }).click();
  await refused;
  goOn();
  for (const each of [page, other])
    await expect(each.getByText('This project is sample data: a small shop')).toBeVisible({ timeout: 60_000 });
  expect(await server.api('GET', '/api/projects/')).toMatchObject({ count: 2 });
});

test('every window knows the sample project, and leaves it when another one removes it', async ({
  server,
  open,
  allowError,
}) => {
  allowError(/status of 404/);
  await server.api('POST', '/api/projects/', { name: 'Shop', sample: 'loaded' });
  const page = await open('/persons?project=2');
  const other = await page.context().newPage();
  await other.goto(`${server.url}/experiments?project=2`);
  await expect(other.getByText('This project is sample data: a small shop')).toBeVisible();
  await page.getByRole('button', { name: 'Remove sample data' }).click();
  await expect(other.getByRole('button', { name: 'Project: My project' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Remove sample data' })).toBeHidden();
  await expect(other.getByText('No such project')).toBeHidden();
  const notice = other.getByRole('alert').filter({ hasText: '“Shop” no longer exists' });
  await expect(notice).toContainText('The project “My project” was opened instead.');
  // Who removes it knows.
  await expect(page.getByRole('button', { name: 'Project: My project' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an address of a deleted project says that another one is shown', async ({ server, open }) => {
  const page = await open('/persons?project=99');
  const notice = page.getByRole('alert').filter({ hasText: 'This session has no project 99' });
  await expect(notice).toContainText('The project “My project” was opened instead.');
  await expect(page).toHaveURL(`${server.url}/persons?project=1`);
});

test('a user’s own project called "Sample data" is not offered for removal', async ({ server, open }) => {
  await server.api('POST', '/api/projects/', { name: 'Sample data' });
  const page = await open('/live?project=2');
  await expect(page.getByRole('button', { name: 'Project: Sample data' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load sample data' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove sample data' })).toHaveCount(0);
});
