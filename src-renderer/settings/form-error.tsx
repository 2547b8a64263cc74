import { ErrorNote } from '../ui/feedback/error-note.tsx';
import classes from './lists.module.css';

/** Shows below the fields of a form, in one line, why it was not saved. */
export function FormError({ verb, error }: { verb: string; error: unknown }) {
  if (error === null) return null;
  return (
    <div className={classes.note}>
      <ErrorNote what={verb.toLowerCase()} error={error} />
    </div>
  );
}
