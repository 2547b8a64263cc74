import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { lostServer, test, testAlone } from './fixtures.ts';
import { expectFocusIn } from './focus.ts';
import { span } from './live-page.ts';

testAlone('a lost server is said, and everything comes back by itself', async ({ server, open, allowError }) => {
  allowError(lostServer);
  await server.capture({ event: 'before', distinct_id: 'ada' });
  const page = await open('/persons');
  await expect(page.getByRole('link', { name: 'ada', exact: true })).toBeVisible();
  await server.kill();
  await expect(page.getByRole('alert')).toContainText('The server does not answer.');
  await expect(page.getByRole('contentinfo')).toContainText('No answer');
  await expect(page.getByRole('link', { name: 'ada', exact: true })).toBeVisible();

  await server.resume();
  await expect(page.getByRole('alert')).toBeHidden();
  await server.capture({ event: 'after', distinct_id: 'grace' });
  await expect(page.getByRole('link', { name: 'grace', exact: true })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Running');
});

test('the palette opens pages, persons and commands from the keyboard alone', async ({ server, open }) => {
  await server.capture({
    event: '$identify',
    distinct_id: 'u-7',
    properties: { $set: { email: 'grace@example.com' } },
  });
  const page = await open('/settings/users');
  const search = page.getByRole('combobox', {
    name: 'Search pages, experiments, flags, actions, test runs, persons, projects and commands',
  });
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();

  // The page has a form, which might ask before it is left.
  const link = page.getByRole('link', { name: 'Live', exact: true });
  await link.focus();
  await page.keyboard.press('Control+k');
  await search.fill('grace');
  await expect(page.getByRole('option', { name: 'grace@example.com' })).toBeVisible();
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'grace@example.com', level: 1 })).toBeFocused();

  await page.keyboard.press('Control+k');
  await search.fill('dark');
  await search.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  // Enter before the server has answered opens what is named most like the words, not the command found at once.
  await server.api('POST', '/api/projects/@current/feature_flags/', { key: 'light-mode' });
  await link.focus();
  await page.keyboard.press('Control+k');
  await search.fill('light');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'light-mode', level: 1 })).toBeFocused();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await test.step('what had the focus has it again after Escape, and after the page that is open', async () => {
    await link.focus();
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link).toBeFocused();
    for (const focused of [page.getByRole('heading', { name: 'Appearance', level: 1 }), link]) {
      await page.keyboard.press('Control+k');
      await search.fill('appearance');
      await search.press('Enter');
      await expect(focused).toBeFocused();
      await link.focus();
    }
  });

  await test.step('an id is drawn as typed: the font does not turn an x into a multiplication sign', async () => {
    const [drawn, plain] = await page.evaluate(() => {
      const widthOf = (ligatures: string) => {
        const span = document.createElement('span');
        span.textContent = '19x1';
        span.style.fontVariantLigatures = ligatures;
        document.body.append(span);
        const { width } = span.getBoundingClientRect();
        span.remove();
        return width;
      };
      return [widthOf(''), widthOf('none')];
    });
    expect(drawn).toBe(plain);
  });
});

test('the palette does not open over a dialog', async ({ open }) => {
  const page = await open('/settings/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expectFocusIn(sheet);
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible();
});

test('the palette finds a flag by its name and starts a new one', async ({ server, open }) => {
  await server.api('POST', '/api/projects/@current/feature_flags/', { key: 'checkout-v2', name: 'One page checkout' });
  const page = await open('/settings/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  const search = page.getByRole('combobox', {
    name: 'Search pages, experiments, flags, actions, test runs, persons, projects and commands',
  });

  await page.keyboard.press('Control+k');
  await search.fill('one page');
  await page.getByRole('option', { name: 'checkout-v2' }).click();
  await expect(page).toHaveURL(/\/feature-flags\/\d+/);

  await page.keyboard.press('Control+k');
  await search.fill('new flag');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'New flag', level: 1 })).toBeVisible();

  await test.step('the sidebar is a rail of icons in a narrow window, and stays as chosen', async () => {
    const sidebar = page.getByRole('complementary', { name: 'Benchtop' });
    const widthOf = async () => (await sidebar.boundingBox())?.width;
    await expect.poll(widthOf).toBe(208);
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect.poll(widthOf).toBe(56);
    await sidebar.getByRole('link', { name: 'Actions' }).focus();
    await expect(page.getByRole('tooltip', { name: 'Actions' })).toBeVisible();
    await sidebar.getByRole('link', { name: 'Actions' }).blur();
    await expect(page.getByRole('tooltip')).toBeHidden();
    await expectAccessible(page);
    await sidebar.getByRole('button', { name: 'Expand sidebar' }).press('Enter');
    await expect.poll(widthOf).toBe(208);
    await page.reload();
    await expect(sidebar.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible();
    await sidebar.getByRole('button', { name: 'Collapse sidebar' }).press('Enter');
    await expect.poll(widthOf).toBe(56);
  });
});

test('the page of flags survives a reload, although SDKs ask at /flags, and keys lead from there to others', async ({
  server,
  open,
}) => {
  await server.api('POST', '/api/projects/@current/feature_flags/', { key: 'listed' });
  const page = await open('/live');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Flags' }).click();
  await expect(page.getByRole('heading', { name: 'Flags', level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Flags', level: 1 })).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Go to Persons');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'New flag', level: 1 })).toBeVisible();
  await page.goBack();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'listed' })).toBeFocused();
  await page.getByRole('heading', { name: 'Flags', level: 1 }).click();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
});

test('every page says that overrides are active, until they are cleared', async ({ server, open, picture }) => {
  const path = '/api/projects/@current/feature_flags/';
  const id = await server.create(path, { key: 'checkout-v2' });
  const page = await open('/persons');
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
  const active = page.getByRole('list', { name: 'Active overrides' });
  await expect(active).toHaveCount(0);

  // Set from elsewhere, as by a test suite or in another window.
  await server.api('POST', `${path}${id}/overrides/`, { value: false });
  await server.api('POST', `${path}${id}/overrides/`, { value: true, distinct_id: 'ada' });
  await expect(page.getByText('2 overrides are active:')).toBeVisible();
  await expect(active).toContainText('checkout-v2 = off for everyone');
  await expect(active).toContainText('checkout-v2 = on for ada');
  await picture('overrides');

  await active.getByRole('button', { name: 'Clear the override of checkout-v2 for ada' }).click();
  await expect(page.getByText('1 override is active:')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 overrides are active:')).toBeVisible();

  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('are active:')).toHaveCount(0);
  expect(await server.api('GET', `${path}overrides/`)).toMatchObject({ count: 0 });
});

test('more overrides than a list has are counted, and cleared, as many as there are', async ({ server, open }) => {
  const path = '/api/projects/@current/feature_flags/';
  const [first, second] = [await server.create(path, { key: 'first' }), await server.create(path, { key: 'second' })];
  const override = (id: number, n: number) =>
    server.api('POST', `${path}${id}/overrides/`, { value: true, distinct_id: `user ${n}` });
  await override(first, 0);
  for (let n = 0; n < 1001; n += 77)
    await Promise.all(Array.from({ length: 77 }, (_, more) => override(second, n + more)));
  const page = await open(`/feature-flags/${first}?tab=overrides`);
  const own = page.getByRole('list', { name: 'Overrides of this flag' });
  await expect(own.getByRole('listitem')).toHaveText([/for user 0/]);
  await expect(page.getByText('1,002 overrides are active:')).toBeVisible();
  await page.getByRole('button', { name: 'and 999 more' }).click();
  await expect(page.getByText('and 2 more')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  const question = page.getByRole('dialog', { name: 'Clear all 1,002 overrides?' });
  await question.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByText('overrides are active:')).toHaveCount(0);
  expect(await server.api('GET', `${path}overrides/`)).toMatchObject({ count: 0 });
});

test('the status bar counts arriving events and leads to dropped ones', async ({ server, open }) => {
  const page = await open('/persons');
  await server.capture({ event: 'nobody did it' });
  const bar = page.getByRole('contentinfo');
  await expect(bar.getByRole('link', { name: '1 dropped' })).toBeVisible();
  await bar.getByRole('link', { name: '1 dropped' }).click();
  await expect(page.getByRole('main')).toContainText('nobody did it');
  // The count has no time span.
  await expect(span(page)).toHaveText('all time');

  await page.setViewportSize({ width: 400, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
});

test('flags, persons and settings meet the accessibility rules in either theme', async ({
  server,
  open,
  page,
  visit,
}) => {
  test.slow();
  await server.capture({ event: 'seen', distinct_id: 'ada', properties: { $set: { plan: 'pro', tags: ['a'] } } });
  await server.capture({
    event: '$feature_flag_called',
    distinct_id: 'ada',
    properties: { $feature_flag: 'wanted' },
  });
  const flags = '/api/projects/@current/feature_flags/';
  const checkout = { key: 'checkout', filters: variantsOf('control', 'test') };
  const id = await server.create(flags, checkout);
  await server.api('POST', flags, { key: 'search', active: false });
  await server.api('POST', `${flags}${id}/overrides/`, { value: 'test' });
  await open('/persons');
  const person = `/persons/${await server.onlyPerson()}`;
  const pages = ['/persons', person, '/groups', '/settings/projects', '/settings/project-keys'];
  for (const path of [
    ...pages,
    '/feature-flags',
    '/feature-flags?tab=unknown',
    '/feature-flags?deleted=true',
    '/settings/chat',
    '/settings/personal-keys',
    '/settings/sessions',
    '/settings/users',
    '/settings/server',
    '/settings/desktop',
    '/settings/appearance',
  ]) {
    await visit(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Running');
    await expectAccessible(page, path);
  }
});

function variantsOf(...keys: string[]) {
  const variants = keys.map((key) => ({ key, rollout_percentage: 100 / keys.length }));
  return { groups: [{ rollout_percentage: 50 }], multivariate: { variants } };
}
