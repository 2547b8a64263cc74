import assert from 'node:assert/strict';
import { eventPage } from '../../src-server/events/contract.ts';
import type { ServerProcess } from '../../src-server/testing/process.ts';
import type { Random } from './random.ts';
import { AnswerError, ask, projectKey, statusOf } from './server-process.ts';
import { pause, waitFor } from './wait.ts';

/** A request that is sent with the same uuids until it is acknowledged, as an SDK does. */
export type Parcel = { path: string; body: string; uuids: string[] };

/** Records every sent event, and which of them the server acknowledged. */
export class Ledger {
  readonly acknowledged = new Set<string>();
  readonly sent = new Set<string>();
  /** Parcels without an acknowledgment, to send again. */
  readonly open: Parcel[] = [];
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Returns an open parcel, else a new one: a single capture, or now and then a batch of up to 60. */
  next(): Parcel {
    const open = this.open.shift();
    if (open !== undefined) return open;
    const size = this.#random.chance(0.1) ? 2 + this.#random.int(59) : 1;
    const events = Array.from({ length: size }, () => this.#event());
    const uuids = events.map(({ uuid }) => uuid);
    for (const uuid of uuids) this.sent.add(uuid);
    const single = size === 1;
    const body = JSON.stringify({ api_key: projectKey, ...(single ? events[0] : { batch: events }) });
    return { path: single ? '/capture/' : '/batch/', body, uuids };
  }

  acknowledge({ uuids }: Parcel): void {
    for (const uuid of uuids) this.acknowledged.add(uuid);
  }

  #event() {
    const person = this.#random.int(50);
    const $set = { person, round: this.#random.int(1000) };
    return { uuid: this.#random.uuid(), event: 'tapped', distinct_id: `person-${person}`, properties: { $set } };
  }
}

/** A server's events compared with a ledger. `missing`: acknowledged but not stored; `twice`: surplus copies. */
type Audit = { acknowledged: number; stored: number; missing: string[]; twice: number; unknown: number };

/** Compares the server's list of events with the ledger. Waits until the spool is empty first. */
export async function audit({ url }: ServerProcess, ledger: Ledger): Promise<Audit> {
  await untilStored(url);
  const listed = await storedUuids(url);
  const stored = new Set(listed);
  return {
    acknowledged: ledger.acknowledged.size,
    stored: stored.size,
    missing: [...ledger.acknowledged].filter((uuid) => !stored.has(uuid)),
    twice: listed.length - stored.size,
    unknown: [...stored].filter((uuid) => !ledger.sent.has(uuid)).length,
  };
}

/** Throws unless the server has every acknowledged event once, and only sent events. Returns the figures. */
export async function requireComplete(server: ServerProcess, ledger: Ledger): Promise<string> {
  const { acknowledged, stored, missing, twice, unknown } = await audit(server, ledger);
  assert.ok(acknowledged > 0, 'Nothing was acknowledged: the scenario tested nothing.');
  assert.equal(missing.length, 0, `${missing.length} of ${acknowledged} acknowledged events are lost (${missing[0]}).`);
  assert.equal(twice, 0, `${twice} events are stored twice.`);
  assert.equal(unknown, 0, `${unknown} stored events were never sent.`);
  return `${acknowledged} acknowledged, ${stored} stored, 0 lost`;
}

/** Waits until the dead-letter spool is empty. */
export async function untilStored(url: string): Promise<void> {
  await waitFor('an empty spool', 60, async () => {
    const { storage } = await statusOf(url);
    return storage.spooled === 0 && storage.state === 'ok' ? true : undefined;
  });
}

/**
 * Lists the uuid of every accepted event, page by page, with repetitions; ends where the server reports damage.
 */
export async function storedUuids(url: string): Promise<string[]> {
  const uuids: string[] = [];
  try {
    for (let next: string | null = '/api/projects/@current/events/?limit=1000'; next !== null; ) {
      const page = eventPage.parse(await ask(url, next));
      uuids.push(...page.results.map(({ uuid }) => uuid));
      next = page.next;
      await pause(0);
    }
  } catch (error) {
    const isDamage = error instanceof AnswerError && error.status === 503 && /is damaged/.test(error.body);
    if (!isDamage) throw error;
  }
  return uuids;
}
