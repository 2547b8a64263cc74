import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { LeaveGuard } from '../ui/form/leave-guard.tsx';
import { uiWords } from '../ui/words.ts';
import classes from './lists.module.css';

type Props = {
  /** Completes “Could not …”. */
  verb: string;
  form: { isDirty: () => boolean };
  submit: { running: boolean; error: unknown };
};

/** Ends a form: shows below its fields, in one line, why it was not saved, and asks before what was entered is lost. */
export function FormEnd({ verb, form, submit: { running, error } }: Props) {
  return (
    <>
      <LeaveGuard isDirty={() => form.isDirty() && !running} what={uiWords.form.entered} />
      {error !== null && (
        <div className={classes.note}>
          <ErrorNote what={verb.toLowerCase()} error={error} />
        </div>
      )}
    </>
  );
}
