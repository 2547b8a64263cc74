import { IconAlertTriangle } from '@tabler/icons-react';
import { explainError } from '../../api/errors.ts';
import { Icon } from '../icon.tsx';
import classes from './state.module.css';

/** A refused action, in the form or dialog it was asked for in. `what` completes “Could not …”. */
export function ErrorNote({ what, error }: { what: string; error: unknown }) {
  const { message, hint } = explainError(error);
  return (
    <p className={classes.note} role="alert">
      <Icon of={IconAlertTriangle} size={16} />
      <span>
        Could not {what}: {message} {hint}
      </span>
    </p>
  );
}
