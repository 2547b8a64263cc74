/** Reports whether a dialog has the keys. `but`: a selector, of those that count. */
export const isDialogOpen = (but = ''): boolean => document.querySelector(`[aria-modal="true"]${but}`) !== null;
