import { useHotkeys } from '@mantine/hooks';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useRefusal } from '../../api/permissions.ts';

/** Saves on Ctrl or Cmd + S. Blurs the field first, because some report their value only on blur. */
export function useSaveKey(onSave: () => void) {
  const latest = useRef(onSave);
  const mayWrite = useRefusal('write') === undefined;
  useLayoutEffect(() => {
    latest.current = mayWrite ? onSave : () => {};
  });
  const save = () => {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement) {
      flushSync(() => field.blur());
      field.focus();
    }
    latest.current();
  };
  useHotkeys([['mod+S', save]], [], true);
}
