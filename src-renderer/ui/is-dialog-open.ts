/** Reports whether a dialog has the keys. `which`: a selector that the dialog must also match. */
export const isDialogOpen = (which = ''): boolean => document.querySelector(`[aria-modal="true"]${which}`) !== null;
