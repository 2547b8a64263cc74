import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonTypeOf } from '../../core/json/json-type-contract.ts';
import { type Builds, NameCounts } from './name-counts.ts';

const value = fc.constantFrom(null, true, 1, 'text', [1], { a: 1 });
const properties = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '1'), value, { maxKeys: 4 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ build: fc.constantFrom('', '1', '2'), properties }) },
  fc.constantFrom('read' as const, 'clear' as const),
);

/** Counts property by property. */
class PlainCounts {
  readonly counts = new Map<string, number>();
  readonly #add = (key: string) => this.counts.set(key, (this.counts.get(key) ?? 0) + 1);

  add(of: Record<string, unknown>, build: string): void {
    this.#add(build);
    for (const [name, each] of Object.entries(of)) this.#add(`${build} ${name} ${jsonTypeOf(each)}`);
  }
}

function plainOf(builds: Builds): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [build, { events, properties: all }] of builds) {
    if (events > 0) counts.set(build, events);
    for (const [name, { firstAt, lastAt, lastId, ...types }] of all) {
      for (const [type, count] of Object.entries(types)) if (count > 0) counts.set(`${build} ${name} ${type}`, count);
    }
  }
  return counts;
}

test('counting events by shape equals counting them property by property', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const counts = new NameCounts();
      let plain = new PlainCounts();
      for (const [id, one] of steps.entries()) {
        if (one === 'read') expect(plainOf(counts.builds)).toEqual(plain.counts);
        else if (one === 'clear') {
          counts.clear();
          plain = new PlainCounts();
        } else {
          counts.add({ id, at: id, properties: one.properties }, one.build);
          plain.add(one.properties, one.build);
        }
      }
      expect(plainOf(counts.builds)).toEqual(plain.counts);
    }),
  );
});

test('first and last arrival and the newest event are those of events with the property', () => {
  const counts = new NameCounts();
  const add = (id: number, at: number, of: Record<string, unknown>) => counts.add({ id, at, properties: of }, '1');
  add(1, 20, { a: 1 });
  add(2, 10, { a: 1, b: 1 });
  add(3, 30, { b: 1 });
  expect(counts.builds.get('1')).toMatchObject({ events: 3, firstAt: 10, lastAt: 30 });
  const ofProperty = (name: string) => counts.builds.get('1')?.properties.get(name);
  expect(ofProperty('a')).toMatchObject({ number: 2, firstAt: 10, lastAt: 20, lastId: 2 });
  expect(ofProperty('b')).toMatchObject({ number: 2, firstAt: 10, lastAt: 30, lastId: 3 });
  counts.clear();
  add(4, 40, { b: 1 });
  expect(ofProperty('a')).toMatchObject({ number: 0 });
  expect(ofProperty('b')).toMatchObject({ number: 1, firstAt: 40, lastAt: 40, lastId: 4 });
});

test('events with ever new properties take bounded memory, and are all counted', () => {
  const counts = new NameCounts();
  for (let id = 0; id < 5000; id++) counts.add({ id, at: id, properties: { [`p${id}`]: id, [`q${id}`]: id } }, '1');
  expect(counts.size).toBeLessThan(4000);
  expect(counts.builds.get('1')?.events).toBe(5000);
  expect([...(counts.builds.get('1')?.properties.keys() ?? [])].slice(0, 4)).toEqual(['p0', 'q0', 'p1', 'q1']);
  expect(counts.builds.get('1')?.properties.size).toBe(1000);
});
