import { type RefObject, useCallback, useRef, useState } from 'react';

/** The props that Mantine passes to its target element. */
export type Given = Record<string, unknown>;

/** An element of the first screen to which a part that is loaded later attaches; see `anchor.tsx`. */
export type LateTarget = { node: HTMLElement | null; take: (given: Given) => void };

type Late = {
  target: LateTarget;
  ref: (node: HTMLElement | null) => void;
  /** The element's `aria-` and `data-` props once the part is loaded. */
  attributes: Given;
  /** All its props then, with the current handlers. */
  given: RefObject<Given>;
};

export function useLateTarget(): Late {
  const [node, ref] = useState<HTMLElement | null>(null);
  const [attributes, setAttributes] = useState<Given>({});
  const given = useRef<Given>({});
  const take = useCallback((now: Given) => {
    given.current = now;
    const shown = Object.fromEntries(Object.entries(now).filter(([name]) => /^(aria|data)-/.test(name)));
    setAttributes((before) => (isSame(before, shown) ? before : shown));
  }, []);
  return { target: { node, take }, ref, attributes, given };
}

const isSame = (one: Given, other: Given) =>
  Object.keys({ ...one, ...other }).every((name) => Object.is(one[name], other[name]));
