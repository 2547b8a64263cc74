import { type ReactNode, useRef } from 'react';
import { useRefusal } from '../../api/permissions.ts';
import looks from '../text.module.css';
import { FieldErrorsContext } from './field-errors.ts';
import { OutdatedNotice, SaveProblems } from './save-actions.tsx';
import { SavedForm, type SavedFormProps } from './saved-form.tsx';
import { submitting } from './submitting.ts';
import type { useEditForm } from './use-edit-form.ts';
import { useFocusFirstError } from './use-focus-first-error.ts';

type Props<Saved> = Omit<SavedFormProps<Saved>, 'isLocked'> & {
  state: Omit<ReturnType<typeof useEditForm<Saved, object, object>>, 'form' | 'change' | 'apply'>;
  /** `what` begins "… was changed elsewhere"; `failed` completes "Could not …". */
  text: { what: string; failed: string };
  className?: string | undefined;
  children: ReactNode;
};

/** Shows the form of a page without a view of its draft. */
export function PageForm<Saved>({ className, children, ...props }: Props<Saved>) {
  const { state, text, access = 'edit_definitions', isShown } = props;
  const fields = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(access);
  useFocusFirstError(fields, state.failures, isShown);
  return (
    <SavedForm {...props}>
      {(save) => (
        <form ref={fields} className={className} onSubmit={submitting(save)} noValidate>
          {state.isOutdated && <OutdatedNotice what={text.what} onReload={state.reload} />}
          <SaveProblems state={state} what={text.failed} />
          <FieldErrorsContext value={state.shown}>{children}</FieldErrorsContext>
          {refusal !== undefined && <p className={looks.note}>{refusal}</p>}
          {/* Makes Enter in a field save. */}
          <input type="submit" hidden />
        </form>
      )}
    </SavedForm>
  );
}
