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
import { lazyPart } from '../lazy-part.ts';
import { type Given, useLateTarget } from './use-late-target.ts';

const TipPart = lazyPart(() => import('./tip-part.tsx'), 'TipPart');

/** How long the pointer rests before a tooltip opens. */
export const tipDelayMs = 300;

type Props = {
  label: string;
  position?: FloatingPosition;
  isOff?: boolean;
  /** Whether the keyboard opens it, too. */
  onFocus?: boolean;
  children: ReactElement<Given>;
};

/** Shows a tooltip of the first screen, loaded when the first one opens. */
export function Tip({ label, position = 'top', isOff = false, onFocus = false, children }: Props) {
  const { target, ref, attributes } = useLateTarget();
  const [wish, setWish] = useState<'none' | 'soon' | 'now'>();
  useEffect(() => {
    if (wish === undefined || wish === 'none') return;
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setWish('none');
    document.addEventListener('keydown', close);
    const timer = wish === 'soon' ? setTimeout(() => setWish('now'), tipDelayMs) : undefined;
    return () => {
      document.removeEventListener('keydown', close);
      clearTimeout(timer);
    };
  }, [wish]);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && !isOff && setWish('soon'),
    onPointerLeave: () => setWish('none'),
    ...(onFocus && {
      onFocus: ({ currentTarget }: FocusEvent) => !isOff && currentTarget.matches(':focus-visible') && setWish('now'),
      onBlur: () => setWish('none'),
    }),
  };
  return (
    <>
      {cloneElement(children, { ref, ...handlers, ...attributes })}
      {wish !== undefined && (
        <Suspense>
          <TipPart target={target} label={label} position={position} isOpen={wish === 'now' && !isOff} />
        </Suspense>
      )}
    </>
  );
}
