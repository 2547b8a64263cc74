/** The events of one person, in order. */
export type PersonEvents<Event> = { distinctIds: ReadonlySet<string>; events: Event[] };
type Pair<Event> = [old: PersonEvents<Event>, now: PersonEvents<Event>];

/**
 * Pairs the persons of two sides: those with a common distinct_id, then those who sent events of the same names in the same
 * order, then the rest in the order in which they appeared. Surplus persons have no pair.
 */
export function pairPersons<Event extends { name: string }>(
  old: readonly PersonEvents<Event>[],
  now: readonly PersonEvents<Event>[],
): Pair<Event>[] {
  const pairs: Pair<Event>[] = [];
  const left = new Set(old);
  const right = new Set(now);
  const pairBy = (keysOf: (person: PersonEvents<Event>) => Iterable<string>) => {
    const waiting = new Map<string, PersonEvents<Event>[]>();
    for (const person of [...left].toReversed()) {
      for (const key of keysOf(person)) {
        const others = waiting.get(key);
        if (others === undefined) waiting.set(key, [person]);
        else others.push(person);
      }
    }
    for (const person of right) {
      const found = firstOf(keysOf(person), waiting, left);
      if (found === undefined) continue;
      left.delete(found);
      right.delete(person);
      pairs.push([found, person]);
    }
  };
  pairBy(({ distinctIds }) => distinctIds);
  pairBy(({ events }) => [JSON.stringify(events.map(({ name }) => name))]);
  pairBy(() => ['']);
  return pairs;
}

/** Takes the first of the persons under these keys that is still left. */
function firstOf<Person>(keys: Iterable<string>, waiting: Map<string, Person[]>, left: ReadonlySet<Person>) {
  for (const key of keys) {
    const others = waiting.get(key) ?? [];
    for (let other = others.pop(); other !== undefined; other = others.pop()) if (left.has(other)) return other;
  }
  return undefined;
}
