import { type ReactNode, useRef } from 'react';
import type { Permission } from '#server/core/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import looks from '../text.module.css';
import { FieldErrorsContext } from './field-errors.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { OutdatedNotice, SaveActions, SaveProblems } from './save-actions.tsx';
import { submitting } from './submitting.ts';
import type { useEditForm } from './use-edit-form.ts';
import { useFocusFirstError } from './use-focus-first-error.ts';
import { useSaveKey } from './use-save-key.ts';

type Props = {
  state: Omit<ReturnType<typeof useEditForm<unknown, object, object>>, 'form' | 'change' | 'apply'>;
  access?: Permission;
  /** `what` begins "… was changed elsewhere", `unsaved` "… not saved"; `failed` completes "Could not …". */
  text: { what: string; unsaved: string; failed: string };
  /** Where the header of the page has Save. */
  slot: HTMLElement | null;
  /** Whether the form is on screen and not another tab. */
  isShown?: boolean;
  className?: string | undefined;
  onSaved?: () => void;
  children: ReactNode;
};

/** Shows the form of a page without a view of its draft. */
export function PageForm({ state, access = 'edit_definitions', text, slot, isShown = true, ...props }: Props) {
  const fields = useRef<HTMLFormElement>(null);
  const refusal = useRefusal(access);
  const save = async () => {
    if ((await state.save()) !== undefined) props.onSaved?.();
  };
  useSaveKey(() => void save(), access);
  useFocusFirstError(fields, state.failures, isShown);
  return (
    <form ref={fields} className={props.className} onSubmit={submitting(save)} noValidate>
      {state.isOutdated && <OutdatedNotice what={text.what} onReload={state.reload} />}
      <SaveProblems state={state} what={text.failed} />
      <FieldErrorsContext value={state.shown}>{props.children}</FieldErrorsContext>
      {refusal !== undefined && <p className={looks.note}>{refusal}</p>}
      {(isShown || state.isDirty) && (
        <SaveActions access={access} slot={slot} state={state} isDirty={state.isDirty} onSave={() => void save()} />
      )}
      {/* Makes Enter in a field save. */}
      <input type="submit" hidden />
      <LeaveGuard isDirty={() => state.isDirty} what={text.unsaved} />
    </form>
  );
}
