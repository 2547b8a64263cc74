import { type ComponentProps, type ReactNode, type Ref, useRef } from 'react';
import { uiWords } from '../words.ts';
import editor from './editor.module.css';
import { FieldErrorsContext } from './field-errors.ts';
import { OutdatedNotice } from './save-actions.tsx';
import { useFocusFirstError } from './use-focus-first-error.ts';

type Props = {
  state: { isOutdated: boolean; reload: () => void; failures: number };
  /** Begins "… was changed elsewhere". */
  what: string;
  shown: ComponentProps<typeof FieldErrorsContext>['value'];
  /** Whether the form is on screen and not another tab. */
  isShown?: boolean;
  isLocked?: boolean;
  aside: ReactNode;
  asideLabel: string;
  asideRef?: Ref<HTMLElement>;
  isAsideWide?: boolean;
  /** Above the form, and fixed while it scrolls. */
  tabs?: ReactNode;
  children: ReactNode;
};

/** Shows a form on the left, and a view of its draft on the right. */
export function EditorFrame({ state, what, shown, isShown = true, isLocked = false, tabs, ...props }: Props) {
  const { aside, asideLabel, asideRef, isAsideWide = false, children } = props;
  const body = useRef<HTMLDivElement>(null);
  useFocusFirstError(body, state.failures, isShown);
  return (
    <div className={editor.frame}>
      {state.isOutdated && !isLocked && <OutdatedNotice what={what} onReload={state.reload} />}
      <div className={editor.columns} data-aside={isAsideWide ? 'wide' : undefined}>
        <div ref={body} className={editor.body} {...(isLocked && scrollable)}>
          {tabs}
          <FieldErrorsContext value={shown}>{children}</FieldErrorsContext>
        </div>
        <aside ref={asideRef} tabIndex={-1} className={editor.aside} aria-label={asideLabel}>
          {aside}
        </aside>
      </div>
    </div>
  );
}

/** A locked form takes no focus, so its frame does: it must still scroll by keyboard. */
const scrollable = { tabIndex: 0, role: 'region', 'aria-label': uiWords.form.definition };
