import { useHotkeys } from '@mantine/hooks';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Permission } from '#server/core/contract.ts';
import { useRefusal } from '../../api/permissions.ts';

/** Saves on Ctrl or Cmd + S, unless a dialog is open. Blurs the field first, because some report their value only on blur. */
export function useSaveKey(onSave: () => void, access: Permission = 'edit_definitions') {
  const latest = useRef(onSave);
  const mayWrite = useRefusal(access) === undefined;
  useLayoutEffect(() => {
    latest.current = mayWrite ? onSave : () => {};
  });
  const save = () => {
    const field = document.activeElement;
    if (field?.closest('[aria-modal="true"]')) return;
    if (field instanceof HTMLInputElement) {
      flushSync(() => field.blur());
      field.focus();
    }
    latest.current();
  };
  useHotkeys([['mod+S', save]], [], true);
}
