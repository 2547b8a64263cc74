import { expect, type Page, test } from '@playwright/test';
import { desktopApi } from '../../scripts/lib/desktop-api.ts';
import type { DesktopBridge } from '../../src-main/bridge.ts';
import { type DesktopApp, openDesktop } from './desktop-app.ts';
import { picture } from './screen.ts';

let app: DesktopApp;

test.beforeEach(async () => {
  app = await openDesktop();
});
test.afterEach(() => app.dispose());

const project = '/api/projects/@current/';

/** Creates a thing of each kind that has a link; returns its page, and what that page shows. */
async function makeThings(page: Page) {
  const desktop = await page.evaluate(() => (window as unknown as { desktop: DesktopBridge }).desktop);
  const { api_key } = await desktopApi(desktop, project);
  const flag = await desktopApi(desktop, `${project}feature_flags/`, { key: 'shop/new-checkout' });
  const experiment = await desktopApi(desktop, `${project}experiments/`, {
    name: 'Shorter form',
    feature_flag_key: 'form',
  });
  await desktopApi(desktop, '/capture/', { api_key, event: 'linked event', distinct_id: 'ada' });
  const [event] = (await desktopApi(desktop, `${project}events/`)).results;
  const [person] = (await desktopApi(desktop, `${project}persons/`)).results;
  return [
    { kind: 'event', path: `/live?minutes=0&selected=%22${event.uuid}%22`, shown: 'linked event' },
    { kind: 'experiment', path: `/experiments/${experiment.id}`, shown: 'Shorter form' },
    { kind: 'flag', path: `/feature-flags/${flag.id}`, shown: 'shop/new-checkout' },
    { kind: 'person', path: `/persons/${person.id}`, shown: 'ada' },
  ];
}

const pathOf = (page: Page) => page.url().replace(/^https?:\/\/[^/]+/, '');

test('"Copy link" copies the link of an event, an experiment, a flag and a person, and each opens its page', async () => {
  const page = await app.page();
  await expect(page.getByText('Waiting for your first event')).toBeVisible();
  for (const { kind, path, shown } of await makeThings(page)) {
    await page.goto(new URL(path, page.url()).href);
    const heading = page.getByRole('heading', { name: shown }).first();
    await expect(heading).toBeVisible();
    const opened = pathOf(page);
    await app.clickMenu('Copy link');
    const notice = page.getByText(/^Copied benchtop:/);
    await expect(notice).toContainText(`Copied benchtop://${kind}/`);
    const [link = ''] = /benchtop:.*$/.exec(await notice.innerText()) ?? [];
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page).toHaveURL(/\/settings\//);

    expect(await app.startAgain(link)).toBe(0);
    await expect(heading).toBeVisible();
    await expect.poll(() => pathOf(page)).toBe(opened);
    await picture(`link of a ${kind}`, page);
  }
});
