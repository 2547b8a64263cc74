import { createContext, type ReactNode } from 'react';
import type { Flag } from '#server/flags/contract.ts';

/** What a feature that uses flags adds to their pages. */
type FlagUses = {
  /** Replaces the name in the list; null for a flag that is not used. */
  nameOf(flag: Flag): ReactNode;
  /** Calls `turnOff` at once, or after a question where something depends on the flag. */
  confirmOff(flag: Pick<Flag, 'id' | 'key'>, turnOff: () => void): Promise<void>;
  /** What runs on the flag, by name; null for nothing. */
  runOn(flag: Pick<Flag, 'id'>): string | null;
};

export const FlagUsesContext = createContext<FlagUses>({
  nameOf: () => null,
  confirmOff: async (_flag, turnOff) => turnOff(),
  runOn: () => null,
});
