import type { JsonObject } from '../../core/contract.ts';
import { type JsonType, jsonType, jsonTypeOf } from '../../core/json/json-type-contract.ts';
import { maxListedKey } from '../../core/limits-contract.ts';
import { Shape } from './shape.ts';

/** Max counted builds of an event name, and properties of a build: the first ones. */
const maxBuilds = 1000;
const maxProperties = 1000;

/** First and last arrival, milliseconds UTC. */
type Seen = { firstAt: number; lastAt: number };
/** Events with a property, by the JSON type of its value. `lastId`: the newest of them. */
export type PropertyCounts = Seen & Record<JsonType, number> & { lastId: number };
export type BuildCounts = Seen & { events: number; properties: Map<string, PropertyCounts> };
export type Builds = Map<string, BuildCounts>;

/** An event to count. `at`: its arrival. */
export type CountedEvent = { id: number; at: number; properties: JsonObject };

/** Max properties in a row with their types, over all builds of a name, kept for counting. */
const maxShapes = 2000;

/**
 * Counts the events of one name by build. `clear` resets counts to 0 but keeps the known names, so that the limits
 * hold over all events.
 */
export class NameCounts {
  readonly #builds: Builds = new Map();
  /** By build: the roots of property sequences, and the ends of events that are not counted yet. */
  readonly #shapes = new Map<BuildCounts, { start: Shape; ends: Shape[] }>();
  #shapeCount = 0;
  #knownCount = 1;

  get builds(): Builds {
    this.#settle();
    return this.#builds;
  }

  /** Returns the number of builds, properties and shapes in memory. */
  get size(): number {
    return this.#knownCount + this.#shapeCount;
  }

  add({ id, at, properties }: CountedEvent, buildName: string): void {
    const build = this.build(buildName, at);
    const { start, ends } = this.#shapes.get(build) ?? this.#startOf(build);
    let shape = start;
    // Runs for every property of every event.
    for (const name in properties) {
      const type = jsonTypeOf(properties[name]);
      shape = shape.following(name, type) ?? this.#follow(shape, name, type);
    }
    if (shape.events === 0) {
      ends.push(shape);
      shape.firstAt = at;
      shape.lastAt = at;
    }
    shape.events += 1;
    shape.lastId = id;
    see(shape, at);
    if (this.#shapeCount > maxShapes) this.#forgetShapes();
  }

  /** Adds the counts of later events. */
  merge(builds: Builds): void {
    for (const [buildName, more] of builds) {
      const build = this.build(buildName, more.firstAt);
      build.events += more.events;
      seeAll(build, more);
      for (const [name, ofMore] of more.properties) {
        const counts = this.property(build, name, ofMore.firstAt);
        if (counts === undefined) continue;
        for (const type of jsonType.options) counts[type] += ofMore[type];
        counts.lastId = Math.max(counts.lastId, ofMore.lastId);
        seeAll(counts, ofMore);
      }
    }
  }

  clear(): void {
    for (const build of this.builds.values()) {
      Object.assign(build, { events: 0, ...unseen });
      for (const counts of build.properties.values()) Object.assign(counts, { ...noTypes, ...unseen });
    }
  }

  /** Returns the counts of a build; those of no build once there are too many. */
  build(name: string, at: number): BuildCounts {
    const known = this.#builds.get(name);
    if (known !== undefined) return known;
    if (name !== '' && this.#builds.size >= maxBuilds) return this.build('', at);
    const build = { events: 0, firstAt: at, lastAt: at, properties: new Map() };
    this.#builds.set(name, build);
    this.#knownCount += 1;
    return build;
  }

  /** Returns the counts of a property; undefined for one that is not counted. */
  property(build: BuildCounts, name: string, at: number): PropertyCounts | undefined {
    const known = build.properties.get(name);
    if (known !== undefined) return known;
    if (build.properties.size >= maxProperties || name.length > maxListedKey) return undefined;
    const counts = { ...noTypes, firstAt: at, lastAt: at, lastId: 0 };
    build.properties.set(name, counts);
    this.#knownCount += 1;
    return counts;
  }

  #startOf(build: BuildCounts) {
    const shapes = { start: new Shape('', 'null', null), ends: [] };
    this.#shapes.set(build, shapes);
    this.#shapeCount += 1;
    return shapes;
  }

  #follow(shape: Shape, name: string, type: JsonType): Shape {
    this.#shapeCount += 1;
    return shape.follow(name, type);
  }

  /** Adds the events of each shape to the counts of its properties. */
  #settle(): void {
    for (const [build, { ends }] of this.#shapes) {
      for (const end of ends.splice(0)) {
        build.events += end.events;
        seeAll(build, end);
        for (const { name, type } of end.path()) {
          const counts = this.property(build, name, end.firstAt);
          if (counts === undefined) continue;
          counts[type] += end.events;
          counts.lastId = Math.max(counts.lastId, end.lastId);
          seeAll(counts, end);
        }
        end.events = 0;
      }
    }
  }

  #forgetShapes(): void {
    this.#settle();
    this.#shapes.clear();
    this.#shapeCount = 0;
  }
}

const noTypes: Record<JsonType, number> = { null: 0, boolean: 0, number: 0, string: 0, array: 0, object: 0 };
const unseen: Seen = { firstAt: Number.MAX_SAFE_INTEGER, lastAt: 0 };

function seeAll(seen: Seen, { firstAt, lastAt }: Seen): void {
  see(seen, firstAt);
  see(seen, lastAt);
}

function see(seen: Seen, at: number): void {
  if (at < seen.firstAt) seen.firstAt = at;
  if (at > seen.lastAt) seen.lastAt = at;
}
