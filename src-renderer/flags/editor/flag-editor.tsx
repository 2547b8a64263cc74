import { type ReactNode, useMemo } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { useGroupTypes } from '../../persons/group-types.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { EditorFrame } from '../../ui/form/editor-frame.tsx';
import { useFlagReach } from '../conditions/use-flag-reach.ts';
import { TestPanel } from '../test/test-panel.tsx';
import { flagWords } from '../words.ts';
import { FlagForm } from './flag-form.tsx';
import { flagDraftOf } from './flag-form-values.ts';
import type { FlagFormState } from './use-flag-form.ts';
import { flagEditorWords } from './words.tsx';

type Props = {
  flag: Flag | null;
  state: FlagFormState;
  tabs?: ReactNode;
  /** Else `children`, another tab. */
  isFormShown: boolean;
  children?: ReactNode;
  onSubmit: () => void;
};

/** Shows the form or another tab on the left, and the test of the edited flag on the right. */
export function FlagEditor({ flag, state, tabs, isFormShown, children, onSubmit }: Props) {
  const { form, shown } = state;
  const groupTypes = useGroupTypes(form.groupTypeIndex);
  const { reach, serverErrors } = useFlagReach(form, shown.errors);
  const isWhole = Object.keys({ ...shown.errors, ...serverErrors }).length === 0;
  const draft = useMemo(() => (isWhole ? flagDraftOf(form, flag) : null), [form, flag, isWhole]);
  const all = useMemo(
    () => ({ ...shown, serverErrors: { ...serverErrors, ...shown.serverErrors } }),
    [shown, serverErrors],
  );
  return (
    <>
      {flag?.deleted && <Notice tone="danger">{flagEditorWords.deleted}</Notice>}
      <EditorFrame
        state={{ ...state, isOutdated: state.isOutdated && flag?.deleted === false }}
        what={flagWords.thisFlag}
        shown={all}
        isShown={isFormShown}
        tabs={tabs}
        asideLabel={flagEditorWords.testLabel}
        aside={<TestPanel flag={flag} draft={draft} />}
        isAsideWide
      >
        {isFormShown ? (
          <FlagForm flag={flag} state={state} groupTypes={groupTypes} reach={reach} draft={draft} onSubmit={onSubmit} />
        ) : (
          children
        )}
      </EditorFrame>
    </>
  );
}
