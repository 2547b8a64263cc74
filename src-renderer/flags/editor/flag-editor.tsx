import { type ReactNode, useMemo, useRef } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { useGroupTypes } from '../../persons/group-types.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FieldErrorsContext } from '../../ui/form/field-errors.ts';
import { OutdatedNotice } from '../../ui/form/save-actions.tsx';
import { useFocusFirstError } from '../../ui/form/use-focus-first-error.ts';
import { useSaveKey } from '../../ui/form/use-save-key.ts';
import { useFlagReach } from '../conditions/use-flag-reach.ts';
import { TestPanel } from '../test/test-panel.tsx';
import { FlagForm } from './flag-form.tsx';
import { draftOf } from './flag-form-values.ts';
import classes from './flag-page.module.css';
import type { FlagFormState } from './use-flag-form.ts';

type Props = {
  flag: Flag | null;
  state: FlagFormState;
  header: ReactNode;
  tabs?: ReactNode;
  /** Else `children`, another tab. */
  isFormShown: boolean;
  children?: ReactNode;
  onSave: () => void;
};

/** The page of a flag: the form or another tab left, the test of the flag as it is being edited right. */
export function FlagEditor({ flag, state, header, tabs, isFormShown, children, onSave }: Props) {
  const { form, shown } = state;
  const body = useRef<HTMLDivElement>(null);
  const groupTypes = useGroupTypes(form.groupTypeIndex);
  const { reach, serverErrors } = useFlagReach(form, shown.errors);
  const isWhole = Object.keys({ ...shown.errors, ...serverErrors }).length === 0;
  const draft = useMemo(() => (isWhole ? draftOf(form, flag) : null), [form, flag, isWhole]);
  const all = useMemo(
    () => ({ ...shown, serverErrors: { ...serverErrors, ...shown.serverErrors } }),
    [shown, serverErrors],
  );
  useSaveKey(onSave);
  useFocusFirstError(body, state.failures, isFormShown);
  return (
    <div className={classes.page}>
      {header}
      {state.isOutdated && flag?.deleted === false && <OutdatedNotice what="This flag" onReload={state.reload} />}
      {flag?.deleted && (
        <Notice tone="danger">This flag is deleted: apps no longer get it. Restore it to change it.</Notice>
      )}
      <div className={classes.columns}>
        <div ref={body} className={classes.body}>
          {tabs}
          {isFormShown ? (
            <FieldErrorsContext value={all}>
              <FlagForm flag={flag} state={state} groupTypes={groupTypes} reach={reach} onSubmit={onSave} />
            </FieldErrorsContext>
          ) : (
            children
          )}
        </div>
        <aside className={classes.aside} aria-label="Test the flag">
          <TestPanel flag={flag} draft={draft} />
        </aside>
      </div>
    </div>
  );
}
