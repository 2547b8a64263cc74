import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first invalid field when `failures` has grown. */
export function useFocusFirstError(body: RefObject<HTMLElement | null>, failures: number, isShown = true) {
  const answered = useRef(failures);
  useEffect(() => {
    if (!isShown || failures === answered.current) return;
    answered.current = failures;
    const field = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // Closes its list of suggestions, which covers the error.
    if (field === document.activeElement) field?.blur();
    field?.focus();
  }, [body, failures, isShown]);
}
