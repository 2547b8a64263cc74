import { useMutation, useQueryClient } from '@tanstack/react-query';
import { maxPage } from '#server/core/contract.ts';
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
      return { from, arrived: await arrivedSince(project.id, cursor, outgoing) };
    },
  });
}

/** Requests that are edited, by the event that they send again; they stay while another event is shown. */
export type Drafts = Map<string, { unchanged: string; text: string }>;

export type Resend = ReturnType<typeof useResend>;

/**
 * Finds the row that the sending made among all that arrived since, which may be many pages. A dropped event has a uuid of the
 * server's, so it is found by its name.
 */
async function arrivedSince(projectId: number, cursor: string, { body, uuid }: Outgoing): Promise<string | null> {
  const isSent = (name: string | null) => name === null || body.includes(JSON.stringify(name));
  let dropped: string | null = null;
  for (let after = cursor; ; ) {
    const query = { status: 'all', after, limit: maxPage, wait: 2 };
    const page = await fetchEvents(projectId, query, new AbortController().signal);
    if (uuid !== null && page.results.some((event) => event.uuid === uuid)) return uuid;
    dropped ??= page.results.find(({ status, event }) => status === 'dropped' && isSent(event))?.uuid ?? null;
    if (page.results.length < maxPage) return dropped;
    after = page.cursor;
  }
}
