import { useHotkeys } from '@mantine/hooks';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useRefusal } from '../../api/permissions.ts';

/** Ctrl or Cmd + S saves from any field, with what is typed in it: some take that over only when they are left. */
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
  useHotkeys([['mod+S', save]], []);
}
