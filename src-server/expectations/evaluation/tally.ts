import { distanceOf } from '../../events/number/differences.ts';
import type { Difference, NearestEvent } from '../../events/number/nearest-contract.ts';
import { maxListedMatches, type Rule } from '../contract.ts';
import { type Condition, compileRule, type Observed, type RuleContext } from './conditions.ts';
import { repeatsOf } from './repeats.ts';

/** Events that miss equally few conditions, of which the nearest is found: the last ones. */
const maxNear = 5;

/** Remembers what was missed: later events can change who has sent the event of `after`. */
type Near = { event: Observed; missed: readonly Condition[] };

const differencesOf = (event: Observed, missed: readonly Condition[]): Difference[] =>
  missed.flatMap((condition) => condition.differences(event));

/** What the events that came in order of their timestamps are for one rule. */
export class RuleTally {
  readonly rule: Rule;
  readonly matches: string[] = [];
  found = 0;
  /** The first match that repeats what must be unique. */
  repeat: NearestEvent | null = null;
  readonly #conditions: readonly Condition[];
  readonly #repeats: ((event: Observed) => NearestEvent | null) | null;
  /** Persons who already sent the event of `after`. */
  readonly #followed = new Set<number>();
  #near: Near[] = [];
  #fewestMissed = Number.POSITIVE_INFINITY;

  constructor(rule: Rule, context: RuleContext) {
    this.rule = rule;
    const { after } = rule;
    const own = compileRule(rule, context);
    this.#conditions = after === null ? own : [...own, this.#follows(after)];
    this.#repeats = rule.unique === null ? null : repeatsOf(rule.unique);
  }

  /** Whether an event of its name was there. */
  get hasSeen(): boolean {
    return this.found > 0 || this.#near.length > 0;
  }

  follow({ personId }: Observed): void {
    this.#followed.add(personId);
  }

  add(event: Observed): void {
    const missed: Condition[] = [];
    for (const condition of this.#conditions) {
      if (!condition.test(event)) missed.push(condition);
      if (missed.length > this.#fewestMissed) return;
    }
    if (missed.length > 0) this.#addNear({ event, missed });
    else this.#addMatch(event);
  }

  /** Returns the event that misses the fewest conditions; null without one of its name. */
  nearest(): NearestEvent | null {
    const near = this.#near.map(({ event, missed }) => ({
      uuid: event.uuid,
      differences: differencesOf(event, missed),
    }));
    return near.toSorted((one, other) => distanceOf(one.differences) - distanceOf(other.differences))[0] ?? null;
  }

  /** Compares an event of another name. */
  differences(event: Observed): Difference[] {
    return differencesOf(
      event,
      this.#conditions.filter(({ test }) => !test(event)),
    );
  }

  #addMatch(event: Observed): void {
    this.found += 1;
    if (this.matches.length < maxListedMatches) this.matches.push(event.uuid);
    if (this.#repeats !== null && this.repeat === null) this.repeat = this.#repeats(event);
  }

  #addNear(near: Near): void {
    if (near.missed.length < this.#fewestMissed) this.#near = [];
    this.#fewestMissed = near.missed.length;
    this.#near.unshift(near);
    this.#near.length = Math.min(this.#near.length, maxNear);
  }

  #follows(after: string): Condition {
    const difference = { path: 'after', wanted: `"${after}" of the same person before it`, got: null, nearest: null };
    return { test: ({ personId }) => this.#followed.has(personId), differences: () => [difference] };
  }
}

/** Tallies of several rules, which read each event once. */
export function createTallies(rules: readonly Rule[], context: RuleContext) {
  const tallies = rules.map((rule) => new RuleTally(rule, context));
  const byEvent = Map.groupBy(tallies, ({ rule }) => rule.event);
  const byAfter = Map.groupBy(tallies, ({ rule }) => rule.after);
  return {
    tallies,
    /** Call it in the order of the events' timestamps. */
    add(event: Observed): void {
      for (const tally of byEvent.get(event.event) ?? []) tally.add(event);
      for (const tally of byAfter.get(event.event) ?? []) tally.follow(event);
    },
  };
}
