import { expect, type Route } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { lostServer, test, testAlone, testApart } from './fixtures.ts';

test('lazily loaded menus and tooltips work by keyboard, and return the focus', async ({ openLive }) => {
  const page = await openLive({ event: 'signed up', distinct_id: 'ada' });

  const views = page.getByRole('button', { name: 'Views' });
  await expect(views).toHaveAttribute('aria-haspopup', 'dialog');
  await views.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible();
  await expect(views).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(views).toBeFocused();
  await expect(views).toHaveAttribute('aria-expanded', 'false');

  const keys = page.getByRole('button', { name: 'Keyboard shortcuts' });
  await keys.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expect(keys).toHaveAccessibleDescription(await page.getByRole('tooltip').innerText());
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();

  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await page.getByRole('link', { name: 'Live' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip', { name: 'Experiments' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip', { name: 'Flags' })).toBeVisible();
  await expect(page.getByRole('tooltip')).toHaveCount(1);
});

testApart('a menu that is opened before its part has loaded opens once it has', async ({ open, page, server }) => {
  await server.capture({ event: 'signed up', distinct_id: 'ada' });
  const { promise: asked, resolve: deliver } = Promise.withResolvers<void>();
  await page.route('**/assets/time-choices-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await open('/live');
  const time = page.getByRole('button', { name: /^Time column/ }).or(page.getByRole('button', { name: /Arrived/ }));
  await time.click();
  await expect(time).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('menu')).toBeHidden();
  deliver();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(time).toBeFocused();
});

testApart('text typed before the palette is drawn goes to its search', async ({ open, page }) => {
  const asset = /\/assets\/command-palette-[^/]*\.js$/;
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>();
  await page.route(asset, (route) => delivered.then(() => route.continue()));
  await open('/feature-flags/new');
  const description = page.getByLabel('Description');
  await description.fill('kept');
  await page.keyboard.press('Control+k');
  // As a held key repeats.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nothing');
  deliver();
  const search = page.getByRole('combobox', { name: /^Search pages/ });
  await expect(search).toBeFocused();
  await page.keyboard.type(' so');
  await expect(search).toHaveValue('nothing so');
  await expect(description).toHaveValue('kept');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(description).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' too');
  await expect(description).toHaveValue('kept too');
});

testApart('keys that come faster than the palette is drawn or closed open what they name', async ({ open, page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open('/settings/users');
  await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  const goTo = async (name: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  };
  const asset = /\/assets\/command-palette-[^/]*\.js$/;
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<void>();
  await page.route(asset, (route) => delivered.then(() => route.continue()));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('given up');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await goTo('persons');
  deliver();
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
  await goTo('masks');
  await page.waitForURL('**/settings/masks*');
  await goTo('groups');
  await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
});

for (const [what, answer] of [
  ['the server is away', (route: Route) => route.abort('connectionrefused')],
  ['another program has its port', (route: Route) => route.fulfill({ status: 401, json: {} })],
] as const) {
  testApart(
    `a part that is opened while ${what} loads once the server is back, and the page stays`,
    async ({ open, page, server, allowError }) => {
      allowError(lostServer);
      allowError(/preload CSS/);
      await server.capture({ event: 'signed up', distinct_id: 'ada' });
      const away = /\/(?:assets\/command-palette-[^/]*|_health)$/;
      await page.route(away, answer);
      await open('/persons');
      const person = page.getByRole('link', { name: 'ada', exact: true });
      await expect(person).toBeVisible();
      const asked = page.waitForRequest(/_health$/);
      await page.keyboard.press('Control+k');
      await asked;
      await expect(person).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.unroute(away);
      await expect(page.getByRole('combobox', { name: /^Search pages/ })).toBeVisible();
    },
  );
}

testAlone(
  'a page that is first opened while the server is stopped says so, and loads with its styles once it is back',
  async ({ open, server, allowError }) => {
    allowError(lostServer);
    allowError(/ServerUnreachable/);
    const page = await open('/settings/appearance');
    await expect(page.getByRole('heading', { name: 'Appearance', level: 1 })).toBeVisible();
    await server.kill();
    for (const name of ['Persons', 'Experiments'] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      const alert = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
      await expect(alert).toContainText('The Benchtop server does not answer.');
      await expect(alert).not.toContainText(/preload|module/);
    }
    const again = page.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(again).toBeVisible();
    await server.resume();
    await again.click();
    await expect(page.getByRole('heading', { name: 'Experiments', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Persons', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Groups', exact: true })).toHaveCSS('text-decoration-line', 'none');
  },
);

testApart('a page that the server no longer has offers to reload the window', async ({ open, page, allowError }) => {
  allowError(/404|PartNotServed/);
  const asset = /\/assets\/person-list-[^/]*\.js$/;
  await page.route(asset, (route) => route.fulfill({ status: 404 }));
  await open('/settings/appearance');
  await expect(page.getByRole('heading', { name: 'Appearance', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Persons', exact: true }).click();
  const reload = page.getByRole('button', { name: 'Reload window' });
  await expect(reload).toBeVisible();
  await page.unroute(asset);
  await reload.click();
  await expect(page.getByRole('heading', { name: 'Persons', level: 1 })).toBeVisible();
});

test('an answer that the window does not understand offers to reload it', async ({ open, page, allowError }) => {
  allowError(/UnexpectedAnswer/);
  const masks = /\/diff\/masks\/$/;
  await page.route(masks, (route) => route.fulfill({ json: {} }));
  await open('/settings/masks');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Reload the window, so that it matches the server.');
  await page.unroute(masks);
  await alert.getByRole('button', { name: 'Reload window' }).click();
  await expect(page.getByRole('heading', { name: 'No masks yet' })).toBeVisible();
});
