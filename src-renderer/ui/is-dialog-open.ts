/** Reports whether a dialog has the keys. */
export const isDialogOpen = (): boolean => document.querySelector('[aria-modal="true"]') !== null;
