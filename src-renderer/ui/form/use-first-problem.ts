import { type RefObject, useEffect, useRef } from 'react';

/** A save that was not possible (one more of `failures`) leads to the first field that is in the way. */
export function useFirstProblem(body: RefObject<HTMLElement | null>, failures: number, isShown = true) {
  const answered = useRef(failures);
  useEffect(() => {
    if (!isShown || failures === answered.current) return;
    answered.current = failures;
    body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [body, failures, isShown]);
}
