import { quoteSent } from '../../core/text/quote-sent.ts';
import { type Endpoint, endpointsOf } from '../../http/endpoint.ts';
import { notFound, orNotFound, tooMany } from '../../http/error.ts';
import { scopeOf } from '../endpoints.ts';
import type { EventQueries } from '../queries.ts';
import { maxPins, pin, pinInput, pinList, pinUpdate } from './pin-contract.ts';
import type { PinStore } from './pin-store.ts';

const endpoint = endpointsOf({ tag: 'Events' });
const root = '/api/projects/{project_id}/pins/';
const example = { note: 'The first one without a currency.' };

export const pinEndpoints = (store: PinStore, queries: Pick<EventQueries, 'eventDetail'>): Endpoint[] => [
  endpoint(
    `GET ${root}`,
    { summary: 'List the pinned events, the last pinned first', answer: pinList },
    ({ projectId }) => ({
      results: store.list(projectId),
    }),
  ),
  endpoint(
    `PUT ${root}{uuid}/`,
    { summary: 'Pin an event, or set the note of its pin', body: pinInput, example, answer: pin },
    async ({ caller, projectId, params, body: { note } }) => {
      const uuid = params.uuid.toLowerCase();
      const known = store.pin(projectId, uuid);
      if (known !== undefined) return (note === undefined ? known : store.setNote(projectId, uuid, note)) ?? known;
      const found = await queries.eventDetail({ ...scopeOf(caller, projectId), uuid, isTruncated: true });
      const { event } = orNotFound(found, `No event has the uuid ${quoteSent(uuid)}.`);
      if (store.count(projectId) >= maxPins) throw tooMany(maxPins, 'pins', 'Unpin one first.');
      return store.add(projectId, event, note ?? '');
    },
  ),
  endpoint(
    `PATCH ${root}{uuid}/`,
    { summary: 'Change the note of a pin', body: pinUpdate, example, answer: pin },
    ({ projectId, params, body }) =>
      orNotFound(store.setNote(projectId, params.uuid.toLowerCase(), body.note), notPinned(params.uuid)),
  ),
  endpoint(`DELETE ${root}{uuid}/`, { summary: 'Unpin an event' }, ({ projectId, params }) => {
    if (!store.remove(projectId, params.uuid.toLowerCase())) throw notFound(notPinned(params.uuid));
  }),
];

const notPinned = (uuid: string) => `No event with the uuid ${quoteSent(uuid)} is pinned.`;
