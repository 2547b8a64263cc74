import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DesktopBridge } from '#main/bridge.ts';
import { words } from '../words.tsx';

const queryKey = ['desktop-settings'];

export const useDesktopSettings = (desktop: DesktopBridge) =>
  useQuery({ queryKey, queryFn: () => desktop.settings(), meta: { what: words.desktop.what } });

/** Changes settings of the app; the shell stores them. */
export function useChangeSettings(desktop: DesktopBridge) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: desktop.settings,
    onSuccess: (settings) => client.setQueryData(queryKey, settings),
    meta: { what: words.desktop.change },
  });
}
