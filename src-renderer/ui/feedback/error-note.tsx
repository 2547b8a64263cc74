import { explainError } from '../../api/errors.ts';
import { uiWords } from '../words.ts';
import { Callout } from './callout.tsx';

/** Shows the failure of an action, in its form or dialog. `what` completes “Could not …”. */
export function ErrorNote({ what, error }: { what: string; error: unknown }) {
  const { message, hint } = explainError(error);
  return (
    <Callout tone="danger" role="alert">
      {uiWords.couldNot(what)}: {message} {hint}
    </Callout>
  );
}
