import { orderDifferences } from './compare-order.ts';
import { PropertyComparison } from './compare-properties.ts';
import { maxListedDifferences, type OrderDifference, type RunDiff } from './contract.ts';
import type { MaskOf } from './masks.ts';
import { type PersonEvents, pairPersons } from './pair-persons.ts';
import type { Side, SideEvent } from './side.ts';

/** Compares two sides. Pauses between persons. */
export function* compareRuns(old: Side, now: Side, maskOf: MaskOf): Generator<undefined, RunDiff> {
  const [oldPersons, newPersons] = [personsOf(old.events), personsOf(now.events)];
  const properties = new PropertyComparison();
  const order = new Map<string, OrderDifference>();
  let isOrderListed = true;
  const pairs = pairPersons(oldPersons, newPersons);
  for (const [one, other] of pairs) {
    const differences = orderDifferences(one.events, other.events);
    isOrderListed &&= differences !== null;
    countPerson(order, differences ?? []);
    compareEvents(properties, one, other);
    yield;
  }
  const found = properties.differences(maskOf);
  const orders = [...order.values()].toSorted((one, next) => next.persons - one.persons);
  const events = countsOf(old.events, now.events);
  return {
    old: { ...old, events: old.events.length, persons: oldPersons.length },
    new: { ...now, events: now.events.length, persons: newPersons.length },
    is_same:
      oldPersons.length === newPersons.length &&
      isOrderListed &&
      orders.length === 0 &&
      events.every((name) => name.old === name.new) &&
      found.every(({ mask }) => mask !== null),
    compared: { persons: pairs.length, events: properties.pairs },
    events,
    order: orders.slice(0, maxListedDifferences),
    is_order_listed: isOrderListed,
    properties: found.slice(0, maxListedDifferences),
    omitted: Math.max(0, orders.length - maxListedDifferences) + Math.max(0, found.length - maxListedDifferences),
  };
}

/** Groups events by person, in the order in which they appear. */
function personsOf(events: readonly SideEvent[]): PersonEvents<SideEvent>[] {
  return [...Map.groupBy(events, ({ personId }) => personId).values()].map((own) => ({
    distinctIds: new Set(own.map(({ distinctId }) => distinctId)),
    events: own,
  }));
}

/** Compares the first event of each name with the first of the other side, the second with the second, and so on. */
function compareEvents(
  properties: PropertyComparison,
  old: PersonEvents<SideEvent>,
  now: PersonEvents<SideEvent>,
): void {
  const before = Map.groupBy(old.events, ({ name }) => name);
  for (const [name, events] of Map.groupBy(now.events, (event) => event.name)) {
    const others = before.get(name) ?? [];
    for (const [index, event] of events.slice(0, others.length).entries()) {
      const other = others[index];
      if (other !== undefined) properties.add(name, other, event);
    }
  }
}

/** Counts a person once for each difference, regardless of the number of events. */
function countPerson(order: Map<string, OrderDifference>, differences: Omit<OrderDifference, 'persons'>[]): void {
  const own = new Set<string>();
  for (const difference of differences) {
    const { uuid: _, ...same } = difference;
    const key = JSON.stringify(same);
    if (own.has(key)) continue;
    own.add(key);
    const known = order.get(key);
    if (known === undefined) order.set(key, { ...difference, persons: 1 });
    else known.persons += 1;
  }
}

function countsOf(old: readonly SideEvent[], now: readonly SideEvent[]): RunDiff['events'] {
  const before = Map.groupBy(old, ({ name }) => name);
  const after = Map.groupBy(now, ({ name }) => name);
  const rows = [...new Set([...before.keys(), ...after.keys()])].map((event) => ({
    event,
    old: before.get(event)?.length ?? 0,
    new: after.get(event)?.length ?? 0,
  }));
  const change = (row: (typeof rows)[number]) => Math.abs(row.new - row.old);
  return rows.toSorted((one, other) => change(other) - change(one) || one.event.localeCompare(other.event));
}
