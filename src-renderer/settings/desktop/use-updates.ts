import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type UpdateInfo, type UpdateState, updatesEvent } from '#main/bridge.ts';

/** Returns the state of updates, as it changes; undefined in a browser. */
export function useUpdates(): UpdateInfo | undefined {
  const { desktop } = window;
  const queryFn = desktop === undefined ? skipToken : () => desktop.updates();
  const { data, refetch } = useQuery({ queryKey: ['desktop-updates'], queryFn });
  useEffect(() => {
    if (window.desktop === undefined) return;
    const update = () => void refetch();
    window.addEventListener(updatesEvent, update);
    return () => window.removeEventListener(updatesEvent, update);
  }, [refetch]);
  return data;
}

const silent: ReadonlySet<UpdateState['kind']> = new Set(['impossible', 'unasked', 'off']);

/** Returns the host that the app asks for updates; null while it asks nobody. */
export const hostOfUpdates = (updates: UpdateInfo | undefined): string | null =>
  updates === undefined || silent.has(updates.state.kind) ? null : updates.host;
