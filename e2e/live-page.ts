import type { Page } from '@playwright/test';

export const rows = (page: Page) => page.getByRole('listbox', { name: 'Events, newest first' });
export const row = (page: Page, name: string | RegExp) => rows(page).getByRole('option', { name });
export const detail = (page: Page) => page.getByRole('article', { name: 'Event detail' });
/** The chosen time span of list and counts. */
export const span = (page: Page) => page.getByRole('combobox', { name: 'Time span' }).locator('option:checked');
/** Returns the events of the rows in the page, from the top. */
export const names = (page: Page) =>
  rows(page)
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.textContent.split(',')[0]));
