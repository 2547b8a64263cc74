import { IconAlertTriangle } from '@tabler/icons-react';
import { explainError } from '../../api/errors.ts';
import classes from './state.module.css';

/** A refused action, in the form or dialog it was asked for in. `what` completes “Could not …”. */
export function ErrorNote({ what, error }: { what: string; error: unknown }) {
  const { message, hint } = explainError(error);
  return (
    <p className={classes.note} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <span>
        Could not {what}: {message} {hint}
      </span>
    </p>
  );
}
