import { IconAlertTriangle } from '@tabler/icons-react';
import { explainError } from '../../api/errors.ts';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';
import classes from './state.module.css';

/** Shows the failure of an action, in its form or dialog. `what` completes “Could not …”. */
export function ErrorNote({ what, error }: { what: string; error: unknown }) {
  const { message, hint } = explainError(error);
  return (
    <p className={classes.note} data-tone="danger" role="alert">
      <Icon of={IconAlertTriangle} size={16} />
      <span>
        {uiWords.couldNot(what)}: {message} {hint}
      </span>
    </p>
  );
}
