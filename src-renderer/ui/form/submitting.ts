import type { SyntheticEvent } from 'react';

/** Returns the handler of a form that the window submits itself. To React, a dialog's form lies in the form that opened it. */
export const submitting = (submit: () => unknown) => (event: SyntheticEvent) => {
  event.preventDefault();
  event.stopPropagation();
  submit();
};
