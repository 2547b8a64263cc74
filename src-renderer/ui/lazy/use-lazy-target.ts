import { type RefObject, useCallback, useRef, useState } from 'react';

/** The props that Mantine passes to its target element. */
export type TargetProps = Record<string, unknown>;

/** An element of the first screen to which a part that is loaded later attaches; see `anchor.tsx`. */
export type LazyTarget = { node: HTMLElement | null; take: (given: TargetProps) => void };

type Lazy = {
  target: LazyTarget;
  ref: (node: HTMLElement | null) => void;
  /** The element's `aria-` and `data-` props once the part is loaded. */
  attributes: TargetProps;
  /** All its props then, with the current handlers. */
  given: RefObject<TargetProps>;
};

export function useLazyTarget(): Lazy {
  const [node, ref] = useState<HTMLElement | null>(null);
  const [attributes, setAttributes] = useState<TargetProps>({});
  const given = useRef<TargetProps>({});
  const take = useCallback((now: TargetProps) => {
    given.current = now;
    const shown = Object.fromEntries(Object.entries(now).filter(([name]) => /^(aria|data)-/.test(name)));
    setAttributes((before) => (isSame(before, shown) ? before : shown));
  }, []);
  return { target: { node, take }, ref, attributes, given };
}

const isSame = (one: TargetProps, other: TargetProps) =>
  Object.keys({ ...one, ...other }).every((name) => Object.is(one[name], other[name]));
