import { useId, useState } from 'react';
import { type LazyTarget, useLazyTarget } from './use-lazy-target.ts';

/** The button state that a lazily loaded menu or panel needs. */
export type LazyOverlay = { id: string; target: LazyTarget; isOpen: boolean; onChange: (isOpen: boolean) => void };

/**
 * Returns the button of a menu or panel that is loaded when it is first opened: the props of the button, and the overlay, which
 * is undefined until then.
 */
export function useLazyOverlay(kind: 'menu' | 'dialog') {
  const id = useId();
  const { target, ref } = useLazyTarget();
  /** Undefined until it is first opened. */
  const [isOpen, onChange] = useState<boolean>();
  const button = {
    ref,
    id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen === true,
    'aria-controls': isOpen === true ? `${id}-dropdown` : undefined,
    'data-expanded': isOpen || undefined,
    onClick: () => onChange(isOpen !== true),
  };
  const overlay: LazyOverlay | undefined = isOpen === undefined ? undefined : { id, target, isOpen, onChange };
  return { button, overlay };
}
