import { distanceOf } from '../../events/expected-count/differences.ts';
import type { MissedCondition, SimilarEvent } from '../../events/expected-count/nearest-contract.ts';
import { maxListedMatches, type Rule } from '../contract.ts';
import { compileRule, type Observed, type RuleCondition, type RuleContext, type WholeEvent } from './conditions.ts';
import { countBoundsOf } from './counts-contract.ts';
import { insertSorted, isBefore, type Place } from './place.ts';
import { bytesOfKey, Repeats } from './repeats.ts';

/** The last events that tie for the fewest missed conditions, to find the nearest. */
const maxNear = 5;

type Match = Place & { uuid: string };
type Near = Place & { missed: readonly RuleCondition[] };
type WholeOf = (id: number) => WholeEvent | undefined;

const matchOrder = { max: maxListedMatches, isFirst: isBefore };
const nearOrder = { max: maxNear, isFirst: (one: Place, other: Place) => isBefore(other, one) };

const differencesOf = (event: Observed, missed: readonly RuleCondition[]): MissedCondition[] =>
  missed.flatMap((condition) => condition.differences(event));

/**
 * The count of a rule over the events of its name. The order of events does not matter; the first events of `after` must be known
 * before.
 */
export class RuleTally {
  readonly rule: Rule;
  found = 0;
  readonly #min: number;
  readonly #conditions: readonly RuleCondition[];
  readonly #repeats: Repeats | null;
  readonly #matches: Match[] = [];
  #near: Near[] = [];
  #fewestMissed = Number.POSITIVE_INFINITY;
  #nearest: SimilarEvent | null = null;
  #lastTimestamp = Number.NEGATIVE_INFINITY;
  #lastId = 0;

  constructor(rule: Rule, context: RuleContext) {
    this.rule = rule;
    this.#min = countBoundsOf(rule.count).min;
    this.#conditions = compileRule(rule, context);
    this.#repeats = rule.unique === null ? null : new Repeats(rule.unique);
  }

  get matches(): string[] {
    return this.#matches.map(({ uuid }) => uuid);
  }

  get last(): Place | null {
    return this.#lastId === 0 ? null : { timestamp: this.#lastTimestamp, id: this.#lastId };
  }

  get isRepeated(): boolean {
    return this.#repeats !== null && this.#repeats.first !== null;
  }

  /** Reports whether an event of its name was found, for rules with too few matches. */
  get hasSeen(): boolean {
    return this.found > 0 || this.#near.length > 0;
  }

  /** Estimates the memory in bytes. */
  get bytes(): number {
    return 2000 + 150 * this.#matches.length + bytesOfKey * (this.#repeats?.size ?? 0);
  }

  add(event: Observed): void {
    const { timestamp, id } = event;
    if (timestamp > this.#lastTimestamp || (timestamp === this.#lastTimestamp && id > this.#lastId)) {
      this.#lastTimestamp = timestamp;
      this.#lastId = id;
    }
    // With enough matches no nearest miss is needed.
    const maxMissed = this.found < this.#min ? this.#fewestMissed : 0;
    let missed: RuleCondition[] | null = null;
    for (const condition of this.#conditions) {
      if (condition.test(event)) continue;
      missed ??= [];
      missed.push(condition);
      if (missed.length > maxMissed) return;
    }
    if (missed === null) this.#addMatch(event);
    else this.#addNear({ timestamp: event.timestamp, id: event.id, missed });
  }

  /** Returns the event that misses the fewest conditions; null without one of its name. */
  nearest(wholeOf: WholeOf): SimilarEvent | null {
    this.#nearest ??= this.#findNearest(wholeOf);
    return this.#nearest;
  }

  /** Returns the first match that repeats a value that must be unique. */
  repeat(wholeOf: WholeOf): SimilarEvent | null {
    const { first = null } = this.#repeats ?? {};
    const event = first === null ? undefined : wholeOf(first.id);
    if (event === undefined) return null;
    return { uuid: event.uuid, differences: this.#repeats?.differences(event) ?? [] };
  }

  /** Compares an event of another name. */
  differences(event: Observed): MissedCondition[] {
    return differencesOf(
      event,
      this.#conditions.filter(({ test }) => !test(event)),
    );
  }

  #findNearest(wholeOf: WholeOf): SimilarEvent | null {
    const near = this.#near.flatMap(({ id, missed }) => {
      const event = wholeOf(id);
      return event === undefined ? [] : [{ uuid: event.uuid, differences: differencesOf(event, missed) }];
    });
    return near.toSorted((one, other) => distanceOf(one.differences) - distanceOf(other.differences))[0] ?? null;
  }

  #addMatch(event: Observed): void {
    this.found += 1;
    const last = this.#matches.at(-1);
    const isListed = this.#matches.length < maxListedMatches || (last !== undefined && isBefore(event, last));
    const uuid = isListed ? event.findUuid() : undefined;
    if (uuid !== undefined) {
      insertSorted(this.#matches, { timestamp: event.timestamp, id: event.id, uuid }, matchOrder);
    }
    this.#repeats?.add(event);
  }

  #addNear(near: Near): void {
    if (near.missed.length < this.#fewestMissed) this.#near = [];
    this.#fewestMissed = near.missed.length;
    this.#nearest = null;
    insertSorted(this.#near, near, nearOrder);
  }
}
