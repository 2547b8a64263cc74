import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test, testApart } from './fixtures.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Payload of true, as JSON' });
const text = (page: Page) => field(page).innerText();

async function openPayload(open: (path: string) => Promise<Page>): Promise<Page> {
  const page = await open('/feature-flags/new');
  await page.getByRole('textbox', { name: 'Key' }).fill('new-checkout');
  await page.getByRole('button', { name: 'Add payload of true' }).click();
  await expect(field(page)).toBeFocused();
  return page;
}

test('JSON is edited with the keyboard alone: undo, search, fold, and Tab leaves the field', async ({ open }) => {
  const page = await openPayload(open);
  await expect(field(page)).toHaveAccessibleDescription('Ctrl or Cmd + F to search. Tab leaves the field.');
  await field(page).fill('{\n  "plan": {\n    "name": "pro"\n  },\n  "seats": 5\n}');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('[1]');
  expect(await text(page)).toBe('[1]');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(field(page)).toContainText('"seats": 5');

  // Replaced before the editor hears of the selection, the browser's own editing would break the content policy.
  for (const seats of [6, 7, 8, 9, 5]) {
    const json = `{\n  "plan": {\n    "name": "pro"\n  },\n  "seats": ${seats}\n}`;
    await field(page).fill(json);
    expect(await text(page)).toBe(json);
  }

  // Typed over highlighted text, the browser's own editing would break the content policy.
  await field(page).getByText('"pro"').dblclick();
  await page.keyboard.type('free');
  await expect(field(page)).toContainText('"free"');

  await page.keyboard.press('ControlOrMeta+f');
  await page.getByRole('textbox', { name: 'Find' }).fill('name');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Control+Alt+[');
  await expect(field(page)).not.toContainText('"name"');

  await page.keyboard.press('Tab');
  await expect(field(page)).not.toBeFocused();
  expect(await text(page)).not.toContain('\t');

  // Creating replaces the page, with the editor open on it.
  await page.getByRole('button', { name: 'Create flag' }).click();
  await expect(page.getByRole('heading', { name: 'new-checkout', level: 1 })).toBeVisible();
});

test('a problem describes the field with line and column, and leads there', async ({ open, pictures }) => {
  const page = await openPayload(open);
  await field(page).fill('{\n  "plan": "pro",\n  "seats": \n}');
  const problem = 'Line 4, column 1: Expected a value.';
  await expect(field(page)).toHaveAccessibleDescription(problem);
  await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
  await pictures('json-problem');
  await page.getByRole('button', { name: problem }).click();
  await page.keyboard.type('5');
  await expect(page.getByRole('button', { name: problem })).toBeHidden();
  expect(JSON.parse(await text(page))).toEqual({ plan: 'pro', seats: 5 });
  await expectAccessible(page, 'the editor');
  await page.keyboard.press('ControlOrMeta+f');
  await expectAccessible(page, 'its search');
  await pictures('json-search');
});

test('a megabyte is pasted, and can still be edited', async ({ open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openPayload(open);
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `row ${id}`, open: null }));
  const large = `${JSON.stringify(rows, null, 1)}\n`;
  expect(large.length).toBeGreaterThan(1_000_000);
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), large);
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.type('x');
  await expect(page.getByRole('button', { name: /^Line 100003, column 1:/ })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: /^Line/ })).toBeHidden();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Edit payload of true' })).toBeVisible();
});

testApart('without its file the editor is a plain field', async ({ open, page, allowError }) => {
  allowError(/code-mirror/);
  await page.route('**/code-mirror*.js', (route) => route.abort());
  await openPayload(open);
  await expect(page.locator('textarea')).toHaveAccessibleName('Payload of true, as JSON');
  await field(page).fill('{"a": }');
  await expect(field(page)).toHaveAccessibleDescription('Line 1, column 7: Expected a value.');
  await field(page).fill('{"a": 1}');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
});
