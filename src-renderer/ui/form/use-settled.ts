import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';

const settleMs = 300;

/** Returns the JSON value as it was when typing last paused, and whether that is the current one. */
export function useSettled<Value>(value: Value): [settled: Value, isSettled: boolean] {
  const current = JSON.stringify(value);
  const [settled] = useDebouncedValue(current, settleMs);
  return [useMemo(() => JSON.parse(settled) as Value, [settled]), settled === current];
}
