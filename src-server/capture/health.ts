import type { Trouble } from '../database/storage-log.ts';
import type { Writer } from '../database/writer.ts';
import type { ServerStatus, StorageState } from '../events/contract.ts';
import type { SendingHealth, SendingStatus } from '../events/sending/sending-contract.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { archiveFull, storageUnavailable } from '../http/error.ts';
import type { DefinitionsStatus } from '../projects/definitions/definitions-status-contract.ts';
import { definitionsHealth, type ServerHealth, serverHealth } from './health-contract.ts';
import type { Spool } from './spool/spool.ts';

export type StorageStatus = ServerStatus['storage'];

/** Combines the last results of writing to the database and the spool; both retry on their own. */
export function storageOf(writer: Pick<Writer, 'failure'>, spool: Pick<Spool, 'state' | 'failure'>): StorageStatus {
  const { spooled, error } = spool.state;
  const broken = writer.failure;
  if (spool.state.state === 'ok' && broken === null) return spool.state;
  if (spool.failure !== null) {
    const isReadOnly = broken?.code.startsWith('SQLITE_READONLY') === true;
    const reason = `${broken?.message ?? error ?? 'the spool is not empty'}; the dead-letter spool: ${codeOf(spool.failure)}`;
    return { state: isReadOnly ? 'read_only' : 'unavailable', spooled, error: reason };
  }
  if (spool.state.state !== 'ok') return spool.state;
  return { state: 'spooling', spooled, error: broken?.message ?? null };
}

/** Returns the code of a file system error, since its message contains a path. */
const codeOf = (error: NodeJS.ErrnoException) => error.code ?? error.message;

const notStored = 'New events are refused with status 503.';
const troubles = {
  spooling: 'The database cannot be written. New events are kept in the dead-letter spool.',
  read_only: `Benchtop only reads. ${notStored}`,
  unavailable: `Neither the database nor the dead-letter spool can be written. ${notStored}`,
} satisfies Record<Exclude<StorageState, 'ok' | 'recovering'>, string>;

/** Describes the state of the storage for the terminal; undefined during recovery. */
export function troubleOf({ state, error }: StorageStatus): Trouble | null | undefined {
  if (state === 'ok') return null;
  if (state === 'recovering') return undefined;
  return { kind: state, sentence: error === null ? troubles[state] : `${troubles[state]} Reason: ${error}.` };
}

const refusals = {
  read_only: 'Events cannot be stored: nothing can be written to the data folder.',
  unavailable: 'Events cannot be stored: neither the database nor the dead-letter spool can be written.',
} satisfies Record<Exclude<StorageState, ServerHealth['storage']>, string>;

type HealthParts = {
  storageState(): StorageStatus;
  refusal(): string | null;
  sending(): readonly SendingStatus[];
  definitions(): DefinitionsStatus | null;
};

/** For probes, which have no key. Contains no data of any project. */
export const healthEndpoints = ({ storageState, refusal, sending, definitions }: HealthParts): Endpoint[] =>
  probePaths.map((path) =>
    endpoint(
      `GET ${path}`,
      {
        tag: 'Server',
        summary: 'Report whether events can be stored; 503 if not',
        access: 'open',
        answer: serverHealth,
      },
      () => {
        const { state } = storageState();
        if (state === 'read_only' || state === 'unavailable') throw storageUnavailable(refusals[state]);
        const refused = refusal();
        if (refused !== null) throw archiveFull(refused);
        const taken = definitions();
        const worst = worstOf(sending());
        return {
          status: 'ok',
          storage: state,
          ...(worst === undefined ? {} : { sending: worst }),
          ...(taken === null ? {} : { definitions: definitionsHealth.parse(taken) }),
        } satisfies ServerHealth;
      },
    ),
  );

/** The higher, the worse. */
const severity = { idle: 0, sending: 1, preparing: 2, paused: 3, waiting: 4, refused: 5 } satisfies Record<
  SendingStatus['state'],
  number
>;

function worstOf(all: readonly SendingStatus[]): SendingHealth | undefined {
  const isWorse = (one: SendingStatus, other: SendingStatus) =>
    severity[one.state] - severity[other.state] || (one.lag_ms ?? -1) - (other.lag_ms ?? -1);
  const worst = all.toSorted(isWorse).at(-1);
  return worst && { state: worst.state, lag_ms: worst.lag_ms };
}

/** PostHog uses the second path. */
const probePaths = ['/api/health/', '/_health/'] as const;
