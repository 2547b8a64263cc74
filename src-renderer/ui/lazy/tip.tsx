import type { FloatingPosition } from '@mantine/core';
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  Suspense,
  useEffect,
  useState,
} from 'react';
import { lazyPart } from './lazy-part.ts';
import { type TargetProps, useLazyTarget } from './use-lazy-target.ts';

const TipPart = lazyPart(() => import('./tip-part.tsx'), 'TipPart');

/** How long the pointer rests before a tooltip opens. */
export const tipDelayMs = 300;

type Props = {
  label: string;
  position?: FloatingPosition;
  isOff?: boolean;
  /** Whether the keyboard opens it, too. */
  onFocus?: boolean;
  children: ReactElement<TargetProps>;
};

/** Shows a tooltip of the first screen, loaded when the first one opens. */
export function Tip({ label, position = 'top', isOff = false, onFocus = false, children }: Props) {
  const { target, ref, attributes } = useLazyTarget();
  const [opening, setOpening] = useState<'none' | 'soon' | 'now'>();
  useEffect(() => {
    if (opening === undefined || opening === 'none') return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpening('none');
    document.addEventListener('keydown', close);
    const timer = opening === 'soon' ? setTimeout(() => setOpening('now'), tipDelayMs) : undefined;
    return () => {
      document.removeEventListener('keydown', close);
      clearTimeout(timer);
    };
  }, [opening]);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && !isOff && setOpening('soon'),
    onPointerLeave: () => setOpening('none'),
    ...(onFocus && {
      onFocus: ({ currentTarget }: FocusEvent) =>
        !isOff && currentTarget.matches(':focus-visible') && setOpening('now'),
      onBlur: () => setOpening('none'),
    }),
  };
  return (
    <>
      {cloneElement(children, { ref, ...handlers, ...attributes })}
      {opening !== undefined && (
        <Suspense>
          <TipPart target={target} label={label} position={position} isOpen={opening === 'now' && !isOff} />
        </Suspense>
      )}
    </>
  );
}
