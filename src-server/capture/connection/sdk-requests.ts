import type { IncomingMessage } from 'node:http';
import { maskKey } from '../../core/key-format-contract.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import type { RejectionReason } from '../../events/reason-contract.ts';
import { splitUrl } from '../../http/public-endpoint.ts';
import { bearerToken, clientOf, keyInUrl } from '../../http/sdk-request.ts';
import { isAutomated } from './automated.ts';
import type { SdkRequest } from './connection-contract.ts';
import { keyProblemOf } from './key-problem.ts';

/** A request that was answered. `reason` is null unless an endpoint refused it; `key` is the one in its body. */
export type Answered = {
  message: IncomingMessage;
  status: number;
  at: number;
  projectId: number | null;
  reason: RejectionReason | null;
  key?: string | undefined;
};

/** Equal requests of one sender; times are milliseconds UTC. */
export type SdkRequestRow = Omit<SdkRequest, 'first_at' | 'last_at' | 'unassigned'> & {
  projectId: number | null;
  firstAt: number;
  lastAt: number;
};

/** The traits that distinguish requests. */
type Traits = Pick<SdkRequestRow, 'projectId' | 'status' | 'reason'> & {
  url: string;
  agent: string;
  origin: string | undefined;
  method: string | undefined;
};

/** Maximum rows; beyond that the older half is deleted. */
const maxRows = 500;
const maxPathLength = 200;

/** The method of a connection that speaks TLS to this HTTP server. */
export const tlsMethod = 'TLS';

/** Keeps the requests of SDKs in memory: equal requests are one row with a count. */
export class SdkRequests {
  readonly #rows = new Map<string, SdkRequestRow>();
  #ids = 0;
  #last: (Traits & { row: SdkRequestRow }) | undefined;

  record(answered: Answered): void {
    const { origin, host } = answered.message.headers;
    // The window sends events too.
    if (origin !== undefined && origin === `http://${host}`) return;
    const row = this.#rowFor(answered);
    // Rejected requests share a row whatever their key: show the newest key.
    if (answered.reason !== null && row.count > 0) row.key = shownKey(answered);
    countOnce(row, answered.at);
  }

  #rowFor(answered: Answered): SdkRequestRow {
    const { message, status, projectId, reason } = answered;
    const { url = '', method } = message;
    const { origin, 'user-agent': agent = '' } = message.headers;
    const now = { url, agent, origin, method, projectId, status, reason };
    // Most requests equal the previous one: comparing is far cheaper than a lookup by a long key.
    if (this.#last !== undefined && isSame(this.#last, now)) return this.#last.row;
    const [path, query] = splitUrl(url);
    const version = /(?:^|&)ver=([^&]*)/.exec(query)?.[1] ?? '';
    const id = `${projectId} ${status} ${reason} ${method} ${path} ${version} ${origin} ${agent}`;
    const row = this.#rows.get(id) ?? this.#put(id, rowOf(answered));
    this.#last = { ...now, row };
    return row;
  }

  /** Counts a TLS connection; nothing else is known about it. */
  recordTls(at: number): void {
    const unknown = { projectId: null, client: null, origin: null, key: null, is_automated: false, reason: null };
    const row = { ...unknown, method: tlsMethod, path: '', status: 400, count: 0, firstAt: at, lastAt: at };
    countOnce(this.#rows.get(tlsMethod) ?? this.#put(tlsMethod, row), at);
  }

  /**
   * Returns the rows of a project, and those without one if they may be seen; newest first. Scripts and preflights name no project:
   * those of a page that sends to another one are left out.
   */
  of(projectId: number, seesUnassigned: boolean): SdkRequestRow[] {
    const rows = [...this.#rows.values()];
    const elsewhere = new Set(
      rows.flatMap((row) => (row.projectId === null || row.projectId === projectId ? [] : [row.origin])),
    );
    const isSeen = (row: SdkRequestRow) => row.reason !== null || row.origin === null || !elsewhere.has(row.origin);
    return rows
      .filter((row) => row.projectId === projectId || (row.projectId === null && seesUnassigned && isSeen(row)))
      .sort((a, b) => b.lastAt - a.lastAt);
  }

  #put(key: string, first: Omit<SdkRequestRow, 'id'>): SdkRequestRow {
    if (this.#rows.size >= maxRows) {
      const oldestFirst = [...this.#rows].sort(([, a], [, b]) => a.lastAt - b.lastAt);
      for (const [old] of oldestFirst.slice(0, maxRows / 2)) this.#rows.delete(old);
    }
    this.#ids += 1;
    const row = { ...first, id: this.#ids };
    this.#rows.set(key, row);
    return row;
  }
}

/** Makes the row of a first request, not yet counted. */
function rowOf(answered: Answered): Omit<SdkRequestRow, 'id'> {
  const { message, status, at, projectId, reason } = answered;
  const [path, search] = splitUrl(message.url ?? '');
  const query = new URLSearchParams(search);
  const inUrl = keyInUrl(path, query);
  const shown = inUrl === undefined ? path : path.replace(inUrl, () => maskKey(inUrl));
  const { origin, 'user-agent': agent = '' } = message.headers;
  return {
    projectId,
    client: sdkClientOf(message, query),
    origin: origin?.slice(0, maxPathLength) ?? null,
    method: message.method ?? '',
    path: maskKeys(shown).slice(0, maxPathLength).toWellFormed(),
    status,
    reason,
    key: shownKey(answered),
    is_automated: isAutomated(agent),
    count: 0,
    firstAt: at,
    lastAt: at,
  };
}

function shownKey({ message, reason, key: inBody }: Answered): string | null {
  const [path, search] = splitUrl(message.url ?? '');
  const isPersonal = keyProblemOf(reason, path) === 'personal';
  const key = inBody ?? (isPersonal ? bearerToken(message) : keyInUrl(path, new URLSearchParams(search)));
  return key === undefined || key === '' ? null : maskKey(key);
}

const isSame = (one: Traits, other: Traits) =>
  one.url === other.url &&
  one.agent === other.agent &&
  one.origin === other.origin &&
  one.method === other.method &&
  one.projectId === other.projectId &&
  one.status === other.status &&
  one.reason === other.reason;

function countOnce(row: SdkRequestRow, at: number): void {
  row.count += 1;
  row.lastAt = at;
}

/** Returns the name and version of an SDK; null for an unnamed browser. */
function sdkClientOf(message: IncomingMessage, query: URLSearchParams): string | null {
  const client = clientOf(message, query.get('ver'));
  return client === undefined || client.startsWith('Mozilla/') ? null : client;
}
