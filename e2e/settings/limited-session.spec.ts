import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures.ts';
import type { BenchtopServer } from '../server.ts';

test.use({ ownServer: true });

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Signs a browser in with a personal key of this scope, as a person types it. */
async function signInLimited(page: Page, server: BenchtopServer, path: string, scope: object): Promise<void> {
  const key = (await server.api('POST', '/api/personal_api_keys/', { name: 'limited', ...scope })) as { value: string };
  await page.goto(`${server.url}${path}`);
  await page.getByLabel('Or use a personal key').fill(key.value);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Running');
}

/** Creates one of each thing that the pages show, with a session that may. */
async function fill(server: BenchtopServer): Promise<void> {
  const project = '/api/projects/@current/';
  await server.capture({ event: 'signed up', distinct_id: 'ada', properties: { $set: { plan: 'pro' } } });
  await server.api('POST', `${project}feature_flags/`, { key: 'new-checkout' });
  await server.api('POST', `${project}actions/`, { name: 'Sign up', steps: [{ event: 'signed up' }] });
  await server.api('POST', `${project}experiments/`, { name: 'Checkout test', feature_flag_key: 'checkout-test' });
}

const limits: [string, object][] = [
  ['limited to one project', { project_id: 1 }],
  ['that can only read, of one project', { project_id: 1, access: 'read' }],
  ['that can only read, of all projects', { access: 'read' }],
];
test('a session can sign this browser out, whatever its limit', async ({ page, server, allowError }) => {
  // A request that is on its way when the session ends.
  allowError(/status of 401/);
  for (const [words, scope] of limits) {
    await test.step(`a session ${words}`, async () => {
      await signInLimited(page, server, '/settings/sessions', scope);
      await page.getByRole('button', { name: 'Sign out this browser' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
      await expect(heading(page, 'You are signed out')).toBeVisible();
      expect(await server.api('GET', '/api/sessions/')).toMatchObject({ count: 0 });
    });
  }
});

test('a session that can only read is offered no change on any page, told why, and makes no refused request', async ({
  page,
  server,
  picture,
  visit,
}) => {
  test.slow();
  await fill(server);
  await signInLimited(page, server, '/feature-flags', { access: 'read' });
  const reason = /This session can only read|This session is limited/;
  const isOff = async (name: string | RegExp, role: 'button' | 'switch' | 'menuitem' = 'button') => {
    const control = page.getByRole(role, { name }).first();
    await expect(control).toBeDisabled();
    await expect(control).toHaveAttribute('title', reason);
  };
  await expect(page.getByRole('contentinfo')).toContainText('Read only');
  await isOff('New flag');
  await isOff('Turned on: new-checkout', 'switch');
  await picture('limited-flags');
  await page.getByRole('button', { name: 'Actions for new-checkout' }).click();
  await isOff('Delete', 'menuitem');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'new-checkout' }).click();
  await isOff(/^Turn/);
  await isOff('Save');
  await expect(page.getByLabel('Description')).toBeDisabled();
  await expect(page.getByRole('complementary', { name: 'Test the flag' })).toContainText(reason);
  await picture('limited-flag');

  await visit('/actions');
  await isOff('New action');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('complementary', { name: 'Matching events' })).toContainText(reason);
  await expect(page.getByRole('group', { name: 'Action' })).toHaveAttribute('disabled');
  await visit('/experiments');
  await isOff('New experiment');
  await page.getByRole('link', { name: 'Checkout test' }).click();
  await isOff('Launch');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  const json = page.getByRole('textbox', { name: 'parameters, as JSON' });
  await expect(json).toHaveAttribute('aria-readonly', 'true');
  await page.keyboard.type('typed');
  await expect(json).not.toContainText('typed');
  await page.getByRole('button', { name: 'More actions' }).click();
  await isOff('Delete…', 'menuitem');
  await page.keyboard.press('Escape');
  await visit('/tracking-plan');
  await isOff('Import a tracking plan');
  await page.getByRole('link', { name: 'signed up' }).click();
  await isOff('Lock event');
  await page.getByRole('link', { name: 'Schema' }).click();
  await isOff('Edit schema');
  await visit('/persons');
  await page.getByRole('link', { name: 'ada', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Flags' })).toContainText(reason);

  await visit('/settings/projects');
  await isOff(/^Delete/);
  await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByRole('region', { name: /^Old events of/ })).toContainText('All events are kept. This session');
  await expect(page.getByRole('button', { name: 'Create project' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Edit name/ })).toBeHidden();
  await picture('limited-projects');
  await visit('/settings/project-keys');
  await isOff(/^Rotate/);
  await isOff(/^Revoke/);
  await expect(page.getByRole('button', { name: 'Issue key' })).toBeHidden();
  await visit('/settings/personal-keys');
  await isOff(/^Revoke/);
  const others = { users: 'Users', chat: 'Chat', relay: 'Relay', exclusions: 'Exclusions', server: 'Server' };
  for (const [path, title] of Object.entries(others)) {
    await visit(`/settings/${path}`);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Add user|Create copy|Restore)$/ })).toBeHidden();
  }
  await visit('/settings/exclusions');
  await expect(page.getByText('A person condition reads the person as stored now.')).toBeVisible();
  await expect(page.getByText('The preview reads')).toBeHidden();
  await visit('/settings/masks');
  await expect(page.getByRole('heading', { name: 'No masks yet' })).toBeVisible();
  await expect(page.getByText('Add one below')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: /^Search pages/ }).fill('new');
  await expect(page.getByRole('dialog')).not.toContainText(/New (flag|action|experiment|project)/);
});

test('a session of one project that can write edits there, and issues keys of that project only', async ({
  page,
  server,
  picture,
  visit,
  allowError,
}) => {
  // Requests pending while the session's key is rotated are refused once, and retried.
  allowError(/status of 401/);
  await server.api('POST', '/api/projects/', { name: 'Another' });
  await signInLimited(page, server, '/settings/personal-keys', { project_id: 1 });
  await expect(page.getByRole('contentinfo')).toContainText('Limited session');
  await page.getByLabel('New key').fill('CI');
  await page.getByRole('button', { name: 'Issue key' }).click();
  await expect(page.getByRole('dialog')).toContainText('phx_');
  await page.getByRole('button', { name: 'I copied the key' }).click();
  await picture('limited-personal-keys');
  await page.getByRole('button', { name: 'Rotate limited' }).click();
  await expect(page.getByRole('dialog')).toContainText('This window uses this key');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await expect(page.getByRole('dialog', { name: 'Copy limited now' })).toBeVisible();
  await visit('/feature-flags');
  await expect(page.getByRole('link', { name: 'New flag' })).toBeEnabled();
  await visit('/settings/projects');
  await expect(page.getByRole('button', { name: /^Edit name/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Delete/ })).toBeDisabled();
});
