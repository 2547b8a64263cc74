import type { SyntheticEvent } from 'react';

/** Returns the handler of a form that the window submits itself. */
export const submitting = (submit: () => unknown) => (event: SyntheticEvent) => {
  event.preventDefault();
  submit();
};
