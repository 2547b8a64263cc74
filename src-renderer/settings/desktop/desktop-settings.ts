import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DesktopBridge, DesktopSettings } from '#main/bridge.ts';
import { attempt } from '../../ui/feedback/do-undoably.tsx';
import { words } from '../words.tsx';

const queryKey = ['desktop-settings'];

export const useDesktopSettings = (desktop: DesktopBridge) =>
  useQuery({ queryKey, queryFn: () => desktop.settings(), meta: { what: words.desktop.what } });

/** Returns a function that changes settings of the app; the shell stores them. */
export function useChangeSettings(desktop: DesktopBridge) {
  const client = useQueryClient();
  return (change: Partial<DesktopSettings>) =>
    attempt(words.desktop.change, async () => client.setQueryData(queryKey, await desktop.settings(change)));
}
