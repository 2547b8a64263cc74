import { useMutation, useQueryClient } from '@tanstack/react-query';
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
      return { from, arrived: await arrivedSince(project.id, cursor, outgoing.uuid) };
    },
  });
}

/** Requests that are edited, by the event that they send again; they stay while another event is shown. */
export type Drafts = Map<string, { unchanged: string; text: string }>;

export type Resend = ReturnType<typeof useResend>;

/** Finds the first row since the sending, for a dropped event, whose uuid comes from the server. */
async function arrivedSince(projectId: number, cursor: string, uuid: string | null): Promise<string | null> {
  const query = { status: 'all', after: cursor, limit: 100, wait: 2 };
  const { results } = await fetchEvents(projectId, query, new AbortController().signal);
  const found = results.find((event) => event.uuid === uuid) ?? results.find((event) => event.status === 'dropped');
  return found?.uuid ?? null;
}
