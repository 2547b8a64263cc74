import { useDebouncedValue } from '@mantine/hooks';

/** Milliseconds without a key after which a search is sent. */
export const typingPauseMs = 200;

/** Returns a search as it was when typing last paused. */
export function useTyped(search: string): string {
  const [typed] = useDebouncedValue(search.trim(), typingPauseMs);
  return typed;
}
