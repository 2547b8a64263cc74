import { expect, type Locator } from '@playwright/test';

/**
 * Waits until a menu or dialog that opens has the focus. It takes the focus a moment after it is shown, also from a control inside
 * that was focused in between, so a key pressed there would be lost.
 */
export const expectFocusIn = (overlay: Locator) => expect(overlay.locator(':focus')).toHaveCount(1);
