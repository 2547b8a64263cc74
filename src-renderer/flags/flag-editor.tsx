import { Anchor } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { FieldProblemsContext } from './field-problems.ts';
import { FlagForm } from './flag-form.tsx';
import { draftOf } from './flag-form-values.ts';
import classes from './flag-page.module.css';
import { useGroupTypes } from './group-types.ts';
import { TestPanel } from './test-panel.tsx';
import type { FlagFormState } from './use-flag-form.ts';
import { useFlagReach } from './use-flag-reach.ts';

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
  const { reach, refused } = useFlagReach(form, shown.problems);
  const isWhole = Object.keys(shown.problems).length === 0;
  const draft = useMemo(() => (isWhole ? draftOf(form, flag) : null), [form, flag, isWhole]);
  const all = useMemo(() => ({ ...shown, refused: { ...refused, ...shown.refused } }), [shown, refused]);
  useHotkeys([['mod+S', onSave]], []);
  useFirstProblem(body, state.attempts, isFormShown);
  return (
    <div className={classes.page}>
      {header}
      {state.isOutdated && flag !== null && !flag.deleted && <Outdated flag={flag} onReload={state.reload} />}
      {flag?.deleted && (
        <p className={classes.banner} data-tone="danger">
          This flag is deleted: apps no longer get it. Restore it to change it.
        </p>
      )}
      <div className={classes.columns}>
        <div ref={body} className={classes.body}>
          {tabs}
          {isFormShown ? (
            <FieldProblemsContext value={all}>
              <FlagForm flag={flag} state={state} groupTypes={groupTypes} reach={reach} onSubmit={onSave} />
            </FieldProblemsContext>
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

function Outdated({ flag, onReload }: { flag: Flag; onReload: () => void }) {
  return (
    <p className={classes.banner} data-tone="warning" role="status">
      This flag was changed elsewhere while you edit it (version {flag.version}). Saving replaces what you changed too.{' '}
      <Anchor component="button" type="button" fz="inherit" onClick={onReload}>
        Load it and discard my changes
      </Anchor>
    </p>
  );
}

/** A save that was not possible leads to the first field that is in the way. */
function useFirstProblem(body: React.RefObject<HTMLDivElement | null>, attempts: number, isFormShown: boolean) {
  const answered = useRef(attempts);
  useEffect(() => {
    if (!isFormShown || attempts === answered.current) return;
    answered.current = attempts;
    if (attempts > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [body, attempts, isFormShown]);
}
