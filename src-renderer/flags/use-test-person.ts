import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const SETTLE_MS = 250;

/** The distinct_id that the flag is tested for: in the address as `person`, so that a link reopens the same test. */
export function useTestPerson(): [string, (distinctId: string) => void] {
  const { person = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(person);
  useEffect(() => setTyped(person), [person]);
  const settle = useDebouncedCallback((distinctId: string) => {
    const person = distinctId.trim() === '' ? undefined : distinctId.trim();
    void navigate({ to: '.', search: (previous) => ({ ...previous, person }), replace: true, resetScroll: false });
  }, SETTLE_MS);
  const change = (distinctId: string) => {
    setTyped(distinctId);
    settle(distinctId);
  };
  return [typed, change];
}
