import type { Clock } from '../core/clock.ts';
import { maskKey, secretKeyFormats } from '../core/key-format-contract.ts';
import { withoutAbsent } from '../core/without-absent.ts';
import type { EventQueries } from '../events/queries.ts';
import { errorAnswer, senderStatusOf } from '../events/sending/sender-status.ts';
import { changing, type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { validationError } from '../http/error.ts';
import { addressProblem } from '../http/outgoing/address.ts';
import { validateProperties } from '../properties/validate.ts';
import { type Relay, relay, relayFilterInput, relayPreview, relayTest, relayUpdate } from './contract.ts';
import type { RelaySettings, RelayStore } from './relay-store.ts';
import { type Relays, selectionOf } from './relays.ts';
import { type BatchSender, batchUrl, loopSentence } from './send-batch.ts';

type Parts = {
  store: RelayStore;
  relays: Relays;
  batches: BatchSender;
  queries: Pick<EventQueries, 'backlog'>;
  clock: Clock;
};

/** Max events counted. */
const enoughEvents = 1_000_000;
const shownSetAside = 100;

const endpoint = endpointsOf({ tag: 'Relay' });
const root = '/api/projects/{project_id}/relay/';

export const relayEndpoints = (parts: Parts): Endpoint[] => [...settings(parts), ...doing(parts)];

const settings = (parts: Parts): Endpoint[] => [
  endpoint(
    `GET ${root}`,
    { summary: 'Read where events are forwarded, and the progress', answer: relay },
    ({ projectId }) => read(parts, projectId),
  ),
  endpoint(
    `PATCH ${root}`,
    {
      summary: 'Set where events are forwarded; turn the relay on or off, or pause it',
      access: 'administer',
      ...changing(relayUpdate, relay, {
        address: 'https://eu.i.posthog.com',
        api_key: 'phc_keyOfTheReceiver',
        mode: 'off',
      }),
    },
    async ({ projectId, body }) => {
      const { store, relays } = parts;
      const { mode: given, start, ...changed } = body;
      const before = relays.modeOf(projectId);
      const mode = given ?? before;
      const merged = { ...store.settings(projectId), ...withoutAbsent(changed) };
      const after: RelaySettings = { ...merged, address: merged.address || null, api_key: merged.api_key || null };
      if (start !== undefined && (before !== 'off' || mode === 'off')) {
        throw validationError(
          'invalid_input',
          `\`start\` must be omitted unless the request turns the relay on; got "${start}".`,
          'start',
        );
      }
      await check(parts, projectId, after, mode !== 'off');
      if (changed.filter !== undefined) relays.of(projectId)?.storeCursor();
      store.save(projectId, after);
      if (mode !== 'off' || before !== 'off') relays.switch(projectId, mode, start ?? 'now');
      return read(parts, projectId);
    },
  ),
  endpoint(
    `DELETE ${root}`,
    { summary: 'Turn the relay off and delete its settings', access: 'administer' },
    ({ projectId }) => {
      parts.relays.switch(projectId, 'off', 'now');
      parts.store.remove(projectId);
    },
  ),
];

const doing = (parts: Parts): Endpoint[] => [
  endpoint(
    `POST ${root}test/`,
    { summary: 'Send a test event to the receiver', access: 'administer', answer: relayTest },
    async ({ projectId }) => {
      const { store, batches, clock } = parts;
      const current = store.settings(projectId);
      await check(parts, projectId, current, true);
      const event = {
        event: 'Benchtop relay test',
        uuid: clock.uuid(),
        distinct_id: 'benchtop-relay-test',
        timestamp: clock.now(),
        properties: '{"$process_person_profile":false}',
        test_run: null,
      };
      const error = await batches.send(projectId, current, [event], AbortSignal.timeout(60_000));
      return { is_taken: error === null, error: error === null ? null : errorAnswer(error, clock.now()) };
    },
  ),
  endpoint(`POST ${root}retry/`, { summary: 'Retry at once', answer: relay }, ({ projectId }) => {
    parts.relays.of(projectId)?.retryNow();
    return read(parts, projectId);
  }),
  endpoint(
    `POST ${root}preview/`,
    {
      summary: 'Count the stored events that a filter lets through',
      ...changing(relayFilterInput, relayPreview, { event_any: ['signed up'] }),
    },
    async ({ projectId, body }) => {
      validateProperties(body.properties, ['properties']);
      const only = selectionOf(projectId, body);
      const { count, isComplete } = await parts.queries.backlog({ only, after: 0, enough: enoughEvents });
      return { count, is_complete: isComplete };
    },
  ),
];

/** Throws 400 for settings that cannot work; `isUsed`: those of a relay that will send. */
async function check({ batches }: Parts, projectId: number, settings: RelaySettings, isUsed: boolean): Promise<void> {
  const { address, api_key: key, allow_local: allowLocal, filter } = settings;
  validateProperties(filter.properties, ['filter', 'properties']);
  if (address !== null) {
    const problem = addressProblem(address, allowLocal, 'address') ?? partProblem(new URL(address));
    if (problem !== null) throw validationError('invalid_input', problem, 'address');
  } else if (isUsed)
    throw validationError(
      'required',
      '`address` is required. It must be the URL of the receiver, like https://eu.i.posthog.com.',
      'address',
    );
  if (key !== null) {
    const problem = keyProblem(key);
    if (problem !== null) throw validationError('invalid_input', problem, 'api_key');
  } else if (isUsed)
    throw validationError('required', '`api_key` is required. It must be a project key of the receiver.', 'api_key');
  if (address !== null && key !== null && (await batches.isLoop(projectId, batchUrl(address), key, false)))
    throw validationError('relay_loop', loopSentence, 'address');
}

function keyProblem(key: string): string | null {
  if (secretKeyFormats.some(({ prefix }) => key.startsWith(prefix)))
    return '`api_key` must be a project key of the receiver; got a personal key.';
  return /^[!-~]+$/.test(key)
    ? null
    : '`api_key` must be a complete key of visible ASCII characters; got one with other characters.';
}

function partProblem({ search, hash }: URL): string | null {
  return search === '' && hash === '' ? null : 'The address must not contain "?" or "#".';
}

async function read({ store, relays, queries, clock }: Parts, projectId: number): Promise<Relay> {
  const { api_key: key, ...rest } = store.settings(projectId);
  const sender = relays.of(projectId);
  const only = selectionOf(projectId, rest.filter);
  const backlog =
    sender === undefined
      ? { count: 0, isComplete: true, oldestAt: null }
      : await queries.backlog({ only, after: sender.after, enough: enoughEvents });
  return {
    mode: relays.modeOf(projectId),
    ...rest,
    api_key: key === null ? null : maskKey(key),
    status: senderStatusOf({
      progress: sender?.progress,
      stored: relays.progress(projectId),
      backlog,
      now: clock.now(),
    }),
    set_aside_events: relays.setAside(projectId, shownSetAside),
  };
}
