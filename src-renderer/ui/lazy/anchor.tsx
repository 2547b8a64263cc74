import { assignRef } from '@mantine/hooks';
import { type Ref, useLayoutEffect } from 'react';
import type { LazyTarget, TargetProps } from './use-lazy-target.ts';

type Props = TargetProps & { target: LazyTarget; ref?: Ref<HTMLElement> };

/** Gives Mantine an element already in the page as the one to attach to. */
export function Anchor({ target, ref, ...given }: Props) {
  const { node, take } = target;
  useLayoutEffect(() => {
    if (ref !== undefined) assignRef(ref, node);
  }, [ref, node]);
  useLayoutEffect(() => take(given));
  return null;
}
