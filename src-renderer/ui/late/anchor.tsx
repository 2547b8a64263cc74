import { assignRef } from '@mantine/hooks';
import { type Ref, useLayoutEffect } from 'react';
import type { Given, LateTarget } from './use-late-target.ts';

type Props = Given & { target: LateTarget; ref?: Ref<HTMLElement> };

/** Stands where Mantine expects the element that it attaches to, for one that is in the page already. */
export function Anchor({ target, ref, ...given }: Props) {
  const { node, take } = target;
  useLayoutEffect(() => {
    if (ref !== undefined) assignRef(ref, node);
  }, [ref, node]);
  useLayoutEffect(() => take(given));
  return null;
}
