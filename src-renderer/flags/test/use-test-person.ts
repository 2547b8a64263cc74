import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 250;

/** Returns the distinct_id that the flag is tested for, in the URL as `person`, so that a link opens the same test. */
export function useTestPerson(): [string, (distinctId: string) => void] {
  const { person = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(person);
  const sent = useRef<string>(undefined);
  // A URL change that this hook caused must not undo later typing.
  useEffect(() => {
    if (person !== sent.current) setTyped(person);
    sent.current = undefined;
  }, [person]);
  const settle = useDebouncedCallback((distinctId: string) => {
    sent.current = distinctId;
    const person = distinctId === '' ? undefined : distinctId;
    void navigate({ to: '.', search: (previous) => ({ ...previous, person }), replace: true, resetScroll: false });
  }, DEBOUNCE_MS);
  const change = (distinctId: string) => {
    setTyped(distinctId);
    settle(distinctId);
  };
  return [typed, change];
}
