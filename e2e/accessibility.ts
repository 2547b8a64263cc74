import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The color rules. The themes differ only in colors, so the dark one is checked by these alone. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/** Shows the page as a system in this theme does, and waits until no color is on its way. */
export async function show(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
  await page.evaluate(() => {
    const ends = ({ effect }: Animation) => Number.isFinite(effect?.getComputedTiming().endTime);
    return Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    );
  });
}

/** Fails on anything that axe finds in the page as it stands, in either theme; leaves it in the light one. */
export async function expectAccessible(page: Page, what = ''): Promise<void> {
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  for (const theme of themes.toReversed()) {
    await show(page, theme);
    // A page that has the half megabyte of axe is given nothing instead.
    const source = (await page.evaluate(() => 'axe' in window)) ? { axeSource: ';' } : {};
    // Legacy mode saves a tab per result, which only pages with frames need.
    const axe = new AxeBuilder({ page, ...source }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
    if (theme === 'dark') axe.withRules(colorRules);
    const { violations } = await axe.analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`);
    expect(found, `${what} in ${theme}`).toEqual([]);
  }
}
