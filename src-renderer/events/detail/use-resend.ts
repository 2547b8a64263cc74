import { useMutation, useQueryClient } from '@tanstack/react-query';
import { maxPage } from '#server/core/contract.ts';
import type { Event } from '#server/events/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { eventKeys, fetchEvents } from '../queries.ts';
import { type Outgoing, sendPublic } from './outgoing.ts';

type Sending = { outgoing: Outgoing; from: string };
/** `arrived` is the uuid of the row it made; null when unknown. */
export type Sent = { from: string; arrived: string | null };

/** Sends to the public endpoint as an app would, then finds the row it made. `from` is the event that was sent again. */
export function useResend() {
  const project = useProject();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ outgoing, from }: Sending): Promise<Sent> => {
      const { cursor } = await fetchEvents(project.id, { status: 'all', limit: 1 }, new AbortController().signal);
      await sendPublic(outgoing);
      void client.invalidateQueries({ queryKey: eventKeys.names(project.id) });
      // It is sent already, so a failed search must not read as a failed sending.
      return { from, arrived: await arrivedSince(project.id, cursor, outgoing).catch(() => null) };
    },
  });
}

/** Requests that are edited, by the event that they send again; they stay while another event is shown. */
export type Drafts = Map<string, { unchanged: string; text: string }>;

export type Resend = ReturnType<typeof useResend>;

/**
 * Finds the row that the sending made among all that arrived since, which may be many pages. A dropped event has a uuid of the
 * server's, so it is found by its name, and stands alone in its row.
 */
async function arrivedSince(projectId: number, cursor: string, { only }: Outgoing): Promise<string | null> {
  if (only === null) return null;
  let dropped: string | null = null;
  for (let after = cursor; ; ) {
    const query = { status: 'all', after, limit: maxPage, wait: 2 };
    const page = await fetchEvents(projectId, query, new AbortController().signal);
    if (page.results.some(({ uuid }) => uuid === only.uuid)) return only.uuid;
    const isSent = ({ status, event, count }: Event) => status === 'dropped' && count === 1 && event === only.event;
    dropped ??= page.results.find(isSent)?.uuid ?? null;
    if (page.next === null) return dropped;
    after = page.cursor;
  }
}
