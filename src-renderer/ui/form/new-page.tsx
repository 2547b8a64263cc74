import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useRef } from 'react';
import { BackLink } from '../page/back-link.tsx';
import { DetailHeader } from '../page/detail-header.tsx';
import classes from '../page/detail-page.module.css';
import { useLastSearch } from '../page/last-search.ts';
import { uiWords } from '../words.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { SaveButton } from './save-button.tsx';

type Props<Saved> = {
  state: { save: () => Promise<Saved | undefined>; isDirty: boolean; isSaving: boolean };
  title: string;
  /** The list that it will stand in. */
  list: { to: ComponentProps<typeof BackLink>['to']; name: string };
  /** Of the button that saves. */
  verb: string;
  /** Begins "… not saved". */
  unsaved: string;
  /** Tells that it was created, and opens it. */
  onCreated: (saved: Saved) => void;
  children: (save: () => void) => ReactNode;
};

/** The page of something that is not saved yet. */
export function NewPage<Saved>({ state, title, list, verb, unsaved, onCreated, children }: Props<Saved>) {
  const isDone = useRef(false);
  const create = async () => {
    const saved = await state.save();
    if (saved === undefined) return;
    isDone.current = true;
    onCreated(saved);
  };
  const save = () => void create();
  const search = useLastSearch(list.to);
  return (
    <div className={classes.page}>
      <DetailHeader
        hasLine
        name={title}
        back={<BackLink to={list.to}>{list.name}</BackLink>}
        actions={
          <>
            <Button variant="default" renderRoot={(props) => <Link to={list.to} search={search} {...props} />}>
              {uiWords.cancel}
            </Button>
            <SaveButton verb={verb} isIdle={false} isSaving={state.isSaving} onSave={save} />
          </>
        }
      />
      {children(save)}
      <LeaveGuard isDirty={() => state.isDirty && !isDone.current} what={unsaved} />
    </div>
  );
}
