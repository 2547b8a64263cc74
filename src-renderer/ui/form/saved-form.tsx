import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '#server/core/contract.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { SaveActions } from './save-actions.tsx';
import { useSaveKey } from './use-save-key.ts';

export type SavedFormProps<Saved> = {
  state: { save: () => Promise<Saved | undefined>; isDirty: boolean; isSaving: boolean; reload: () => void };
  /** `unsaved` begins "… not saved". `done`: the success notice. */
  text: { unsaved: string; done: (saved: Saved) => string };
  access?: Permission | undefined;
  /** Where the header of the page has Save. */
  slot: HTMLElement | null;
  /** Whether the form is on screen and not another tab of the page. */
  isShown?: boolean;
  /** The tab with the form, as the address names it. */
  tab?: 'setup' | 'details' | 'settings' | undefined;
  isLocked?: boolean;
};

type Props<Saved> = SavedFormProps<Saved> & { children: (save: () => void) => ReactNode };

/** Saves the form of something saved, says that it did or shows what prevents it, and asks before changes are left unsaved. */
export function SavedForm<Saved>({ state, text, access, slot, isShown = true, tab, ...props }: Props<Saved>) {
  const { isLocked = false, children } = props;
  const navigate = useNavigate();
  const isDirty = state.isDirty && !isLocked;
  const run = async () => {
    if (isLocked) return;
    const saved = await state.save();
    if (saved !== undefined) notifications.show({ message: text.done(saved) });
    // The form shows what prevents saving.
    else if (isDirty && !isShown) void navigate({ to: '.', search: (previous) => ({ ...previous, tab }) });
  };
  const save = () => void run();
  useSaveKey(save, access);
  return (
    <>
      {children(save)}
      {!isLocked && (isShown || isDirty) && (
        <SaveActions access={access} slot={slot} state={state} isDirty={isDirty} onSave={save} />
      )}
      <LeaveGuard isDirty={() => state.isDirty} what={text.unsaved} />
    </>
  );
}
