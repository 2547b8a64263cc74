import type { Page } from '@playwright/test';

export const rows = (page: Page) => page.getByRole('listbox', { name: 'Events, newest first' });
export const row = (page: Page, name: string | RegExp) => rows(page).getByRole('option', { name });
export const detail = (page: Page) => page.getByRole('article', { name: 'Event detail' });
/** Returns the events of the rows in the page, from the top. */
export const names = (page: Page) =>
  rows(page)
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => option.textContent.split(',')[0]));
