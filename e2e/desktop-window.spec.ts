import { expect, type Page } from '@playwright/test';
import type { DesktopBridge, UpdateInfo, UpdateState } from '../src-main/bridge.ts';
import { expectAccessible } from './accessibility.ts';
import { testApart } from './fixtures.ts';
import type { BenchtopServer } from './server.ts';

/** Requests of the page to the shell. */
type Asked = { changes: object[]; steps: string[] };
type DesktopPage = Window & { info: UpdateInfo; asked: Asked };

const host = 'updates.example.com';

/** Opens a page as a window of the desktop app has it: the test is its shell. */
async function openWindow(page: Page, server: BenchtopServer, path: string, state: UpdateState, busyPort?: number) {
  const body = JSON.stringify({ code: (await server.link()).split('#code=')[1], origin: server.url });
  const session = await (await fetch(`${server.url}/api/session/`, { method: 'POST', body })).json();
  const facts = { session, platform: 'linux', version: '0.1.0', serverUrl: server.url, busyPort: busyPort ?? null };
  await page.addInitScript(
    ([given, info]) => {
      const own = window as unknown as DesktopPage;
      own.info = info;
      own.asked = { changes: [], steps: [] };
      let settings = {
        keepServing: false,
        startAtLogin: false,
        notifyOfFailure: true,
        notifyOfDecision: true,
        updates: null as boolean | null,
      };
      const desktop: Partial<DesktopBridge> = {
        settings: async (change = {}) => {
          own.asked.changes.push(change);
          settings = { ...settings, ...change };
          if (change.updates !== undefined)
            own.info = { ...own.info, state: { kind: change.updates ? 'checking' : 'off' } };
          window.dispatchEvent(new Event('benchtop:updates'));
          return settings;
        },
        updates: async (step) => {
          if (step !== undefined) own.asked.steps.push(step);
          return own.info;
        },
        takeCommand: async () => null,
      };
      Object.assign(window, { desktop: { ...given, ...desktop } });
    },
    [facts, { state, host }] as const,
  );
  await page.goto(`${server.url}${path}`);
}

const asked = (page: Page) => page.evaluate(() => (window as unknown as DesktopPage).asked);

async function become(page: Page, state: UpdateState): Promise<void> {
  await page.evaluate((next) => {
    const own = window as unknown as DesktopPage;
    own.info = { ...own.info, state: next };
    window.dispatchEvent(new Event('benchtop:updates'));
  }, state);
}

testApart('the desktop window says when its server had to take another port', async ({ server, page, picture }) => {
  await openWindow(page, server, '/persons', { kind: 'off' }, 8010);
  await expect(page.getByRole('alert')).toHaveText('Port 8010 is taken by another program.');
  await expect(page.getByText(`Benchtop listens on ${server.url} for now`)).toBeVisible();
  await picture('other-port');
  await page.getByRole('button', { name: 'Close notice' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

testApart(
  'the question about updates is asked once, and none of its buttons has the focus',
  async ({ server, page, picturesInSizes }) => {
    await openWindow(page, server, '/live', { kind: 'unasked' });
    const question = page.getByRole('region', { name: 'Updates' });
    await expect(question).toContainText(`Should Benchtop ask ${host} for updates at each start and once a day?`);
    await expect(page.getByRole('contentinfo')).toContainText('Localhost only');
    await expect(question.locator(':focus')).toHaveCount(0);
    await picturesInSizes('update-question');
    await question.getByRole('button', { name: 'Do not check' }).click();
    await expect(question).toHaveCount(0);
    expect((await asked(page)).changes).toContainEqual({ updates: false });
    await expect(page.getByRole('contentinfo')).toContainText('Localhost only');
  },
);

testApart(
  'after a yes the status bar says that Benchtop checks for updates',
  async ({ server, page, picturesInSizes }) => {
    await openWindow(page, server, '/live', { kind: 'unasked' });
    await page.getByRole('region', { name: 'Updates' }).getByRole('button', { name: 'Check for updates' }).click();
    const badge = page.getByRole('contentinfo').getByRole('link', { name: 'Updates only' });
    await expect(badge).toHaveAttribute('title', new RegExp(`Benchtop asks ${host} for updates`));
    await badge.click();
    await expect(page.getByRole('switch', { name: 'Check for updates' })).toBeChecked();
    await picturesInSizes('updates-on');
  },
);

testApart('the settings of the app have each state of updates', async ({ server, page, picturesInSizes }) => {
  await openWindow(page, server, '/settings/desktop', { kind: 'off' });
  const part = page.getByRole('main').getByRole('region', { name: 'Updates' });
  const said = part.getByRole('status');
  await expect(said).toHaveText('Off. Benchtop does not check for new versions.');
  await expect(part.getByRole('button')).toHaveCount(0);
  const states: [UpdateState, string, string[]][] = [
    [{ kind: 'checking' }, 'Checking…', []],
    [{ kind: 'none' }, 'This is the newest version.', ['Check now']],
    [{ kind: 'available', version: '1.2.0' }, 'Version 1.2.0 is available.', ['Download 1.2.0', 'Check now']],
    [{ kind: 'downloading', version: '1.2.0', percent: 41 }, 'Downloading version 1.2.0: 41%', []],
    [{ kind: 'ready', version: '1.2.0' }, 'Version 1.2.0 is downloaded. It is installed when you quit Benchtop.', []],
    [
      { kind: 'failed', reason: 'unreachable', detail: 'net::ERR_FAILED' },
      'The update server does not answer. (net::ERR_FAILED)',
      ['Check now'],
    ],
  ];
  for (const [state, text, buttons] of states) {
    await become(page, state);
    await expect(said).toHaveText(text);
    await expect(part.getByRole('button')).toHaveText(buttons);
    await expect(part.getByRole('switch')).toBeChecked();
    if (state.kind === 'available') {
      await picturesInSizes('updates-available');
      await part.getByRole('button', { name: 'Download 1.2.0' }).click();
    }
  }
  await part.getByRole('button', { name: 'Check now' }).click();
  expect((await asked(page)).steps).toEqual(['download', 'check']);

  await become(page, { kind: 'impossible', reason: 'package_manager' });
  await expect(said).toHaveText('This copy was installed as a package. Install new versions the same way.');
  await expect(part.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('Localhost only');
  await picturesInSizes('updates-impossible');
  await expectAccessible(page, 'Settings › Desktop app');
});

testApart('the palette checks for updates', async ({ server, page }) => {
  await openWindow(page, server, '/live', { kind: 'none' });
  await expect(page.getByRole('contentinfo')).toContainText('Updates only');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search pages/ }).fill('check for upd');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\/desktop/);
  expect((await asked(page)).steps).toEqual(['check']);
});

testApart('with a webhook the status bar names its host', async ({ server, page, picturesInSizes }) => {
  await server.api('PATCH', '/api/projects/@current/actions/chat/', {
    webhook_url: 'https://hooks.example.com/services/T0/B0',
  });
  await openWindow(page, server, '/live', { kind: 'off' });
  const badge = page.getByRole('contentinfo').getByRole('link', { name: 'Posts to hooks.example.com' });
  await expect(badge).toHaveAttribute(
    'title',
    /^The webhooks under Settings › Chat get messages from this computer\.$/,
  );
  await become(page, { kind: 'none' });
  await expect(badge).toHaveAttribute('title', new RegExp(`Benchtop also asks ${host} for updates`));
  await picturesInSizes('webhook-badge');
  await badge.click();
  await expect(page).toHaveURL(/\/settings\/chat/);
});

testApart('a setting that the app cannot store says so', async ({ server, page }) => {
  await openWindow(page, server, '/settings/desktop', { kind: 'off' });
  const setting = page.getByRole('switch', { name: 'Start at login' });
  await expect(setting).toBeVisible();
  await page.evaluate(() => {
    const { desktop } = window as unknown as { desktop: DesktopBridge };
    desktop.settings = () => Promise.reject(new Error('The disk is full.'));
  });
  await setting.press('Space');
  await expect(page.getByRole('alert')).toContainText('Could not change the settings of the app');
  await expect(page.getByRole('alert')).toContainText('The disk is full.');
  await expect(setting).not.toBeChecked();
});

testApart('the session of the app is not called a browser', async ({ server, page }) => {
  await page.route('**/api/sessions/*', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { results: { current: boolean }[] };
    const results = list.results.map((one) => (one.current ? Object.assign(one, { kind: 'desktop' }) : one));
    await route.fulfill({ response, json: Object.assign(list, { results }) });
  });
  await openWindow(page, server, '/settings/sessions', { kind: 'off' });
  await expect(page.getByRole('row', { name: /^Benchtop app/ })).toContainText('This app');
  await page.getByRole('button', { name: 'Sign out the app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out the app?' });
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expect(page.getByText('Quit and reopen Benchtop to sign in again.')).toBeVisible();
  await expect(page.getByText(/this browser/i)).toHaveCount(0);
});
