import type { EventObserver, StoredEvent } from '../../capture/ingest.ts';
import type { JsonObject } from '../../core/contract.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { Revisions } from '../../core/revisions.ts';
import type { Database } from '../../database/open.ts';
import type { RemovalObserver, RemovedEvent } from '../../events/remove-run.ts';
import type { ActionStore, LiveAction } from '../store.ts';
import { createElementReader } from './elements.ts';
import { compileSteps, type EventSubject, eventSubject, type Matcher } from './match.ts';
import { createMatchIndex, type MatchIndex } from './match-index.ts';
import type { Uncounted } from './uncounted.ts';
import { createUnmatch } from './unmatch.ts';

type Compiled = LiveAction & { matcher: Matcher };
/** Of one project. */
type Known = { revision: number; index: MatchIndex<Compiled> };

type Parts = {
  database: Database;
  uncounted: Uncounted;
  actions: Pick<ActionStore, 'liveActions'>;
  revisions: Pick<Revisions, 'of'>;
  /** Posts matches of actions with `post_to_chat`. */
  delivery: { matched(action: LiveAction, event: StoredEvent, subject: EventSubject): void };
  report(error: unknown): void;
};

/** Matches events as they are stored, in the same transaction. See EventObserver. */
export class ActionObserver implements EventObserver, RemovalObserver {
  readonly #parts: Parts;
  readonly #known = new Map<number, Known>();
  readonly #readElements = createElementReader();
  readonly #unmatch: (event: RemovedEvent) => void;
  readonly #personProperties: (distinctRef: number) => JsonObject;

  constructor(parts: Parts) {
    this.#parts = parts;
    // With a bare ? in a join, SQLite would replan for each value.
    const read = parts.database
      .prepare<[number], string>(
        'SELECT p.properties FROM distinct_ids d JOIN persons p ON p.id = d.person_id WHERE d.id = +?',
      )
      .pluck();
    this.#unmatch = createUnmatch(parts.database);
    this.#personProperties = (distinctRef) => parseJson(read.get(distinctRef) ?? '{}');
  }

  stored(event: StoredEvent): void {
    this.#parts.uncounted.setNewestEvent(event.id);
    const index = this.#indexOf(event.projectId);
    const { event: name, properties } = event.event;
    if (!index.isFor(name)) return;
    const subject = eventSubject(
      name,
      () => properties,
      () => this.#personProperties(event.distinctRef),
      this.#readElements,
    );
    for (const action of index.matching(subject)) this.#matched(action, event, subject);
  }

  /** Removes the matches of an event; counts all first, since only counted matches can be subtracted. */
  removed(event: RemovedEvent): void {
    this.#parts.uncounted.countAll();
    this.#unmatch(event);
  }

  committed(): void {
    this.#parts.uncounted.committed();
  }

  /** Discards counts and actions that were read: a rollback may have undone them. */
  forget(): void {
    this.#parts.uncounted.forget();
    this.#known.clear();
  }

  #matched(action: Compiled, event: StoredEvent, subject: EventSubject): void {
    const { id: eventId, distinctRef } = event;
    this.#parts.uncounted.add(action.calculationId, { eventId, at: event.event.timestamp, distinctRef });
    if (action.chatFormat !== null) this.#parts.delivery.matched(action, event, subject);
  }

  #indexOf(projectId: number): MatchIndex<Compiled> {
    const revision = this.#parts.revisions.of(projectId);
    const before = this.#known.get(projectId);
    if (before?.revision === revision) return before.index;
    const compiled: Compiled[] = [];
    for (const action of this.#parts.actions.liveActions(projectId)) {
      const matcher = this.#compile(action);
      if (matcher !== undefined) compiled.push({ ...action, matcher });
    }
    const index = createMatchIndex(compiled);
    this.#known.set(projectId, { revision, index });
    return index;
  }

  /** Compiles an action; reports a failure instead of throwing, since it must not block events. */
  #compile(action: LiveAction): Matcher | undefined {
    try {
      return compileSteps(action.steps);
    } catch (error) {
      this.#parts.report(error);
      return undefined;
    }
  }
}
