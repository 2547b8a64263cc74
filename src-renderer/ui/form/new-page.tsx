import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link, type NavigateOptions } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import type { Permission } from '#server/core/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { BackLink } from '../page/back-link.tsx';
import { DetailHeader } from '../page/detail-header.tsx';
import classes from '../page/detail-page.module.css';
import { useLastSearch } from '../page/last-search.ts';
import { useNavigateFromHere } from '../page/use-navigate-from-here.ts';
import { uiWords } from '../words.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { SaveButton } from './save-button.tsx';
import { submitting } from './submitting.ts';
import { useSaveKey } from './use-save-key.ts';

type Props<Saved> = {
  state: { save: () => Promise<Saved | undefined>; isDirty: boolean; isSaving: boolean };
  /** `verb`: label of the save button. `unsaved` begins "… not saved". `done`: the success notice. */
  text: { title: string; verb: string; unsaved: string; done: (saved: Saved) => string };
  access?: Permission;
  /** The list that will contain it. */
  list: { to: ComponentProps<typeof BackLink>['to']; name: string };
  /** The page to open after creation. */
  next: (saved: Saved) => NavigateOptions;
  children: (save: () => void) => ReactNode;
};

/** Shows the page of something that is not saved yet. */
export function NewPage<Saved>({ state, text, access = 'edit_definitions', list, next, children }: Props<Saved>) {
  const navigate = useNavigateFromHere();
  const isDone = useRef(false);
  const refusal = useRefusal(access);
  const create = async () => {
    // The page stays until the next one has loaded.
    if (isDone.current || refusal !== undefined) return;
    const saved = await state.save();
    if (saved === undefined) return;
    isDone.current = true;
    notifications.show({ message: text.done(saved) });
    void navigate({ ...next(saved), replace: true });
  };
  const save = () => void create();
  useSaveKey(save, access);
  const search = useLastSearch(list.to);
  return (
    <form
      className={classes.page}
      onSubmit={submitting(() => isPlainField(document.activeElement) && save())}
      noValidate
    >
      <DetailHeader
        hasLine
        name={text.title}
        back={<BackLink to={list.to}>{list.name}</BackLink>}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to={list.to} search={search} {...props} />}>
              {uiWords.cancel}
            </Button>
            <SaveButton verb={text.verb} access={access} isIdle={false} isSaving={state.isSaving} onSave={save} />
          </>
        }
      />
      {children(save)}
      <LeaveGuard isDirty={() => state.isDirty && !isDone.current} what={text.unsaved} />
      {/* Makes Enter in a field save. */}
      <input type="submit" hidden />
    </form>
  );
}

/**
 * In other fields Enter takes a suggestion, adds a value or does nothing, so one Enter too many must not save. The fields beside
 * the form only try the draft.
 */
const isPlainField = (field: Element | null): boolean =>
  field instanceof HTMLInputElement &&
  field.type === 'text' &&
  !field.hasAttribute('aria-haspopup') &&
  field.closest('aside') === null;
