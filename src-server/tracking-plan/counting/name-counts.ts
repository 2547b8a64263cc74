import type { JsonObject } from '../../core/contract.ts';
import { type JsonType, jsonType, jsonTypeOf } from '../../core/json/json-type-contract.ts';
import { maxListedKey } from '../../core/limits.ts';

/** Builds of an event name, and properties of one of them, that are counted: the first ones. */
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

/**
 * Counts the events of one name by build. `clear` keeps what is known and makes its counts 0, so that the limits hold over all
 * events.
 */
export class NameCounts {
  readonly builds: Builds = new Map();
  /** Builds and properties that are known. */
  size = 1;

  add({ id, at, properties }: CountedEvent, buildName: string): void {
    const build = this.build(buildName, at);
    build.events += 1;
    see(build, at);
    // Runs for every property of every event.
    for (const name in properties) {
      const counts = build.properties.get(name) ?? this.property(build, name, at);
      if (counts === undefined) continue;
      counts[jsonTypeOf(properties[name])] += 1;
      counts.lastId = id;
      see(counts, at);
    }
  }

  /** Adds what was counted of later events. */
  merge(builds: Builds): void {
    for (const [buildName, more] of builds) {
      const build = this.build(buildName, more.firstAt);
      build.events += more.events;
      see(build, more.firstAt);
      see(build, more.lastAt);
      for (const [name, ofMore] of more.properties) {
        const counts = build.properties.get(name) ?? this.property(build, name, ofMore.firstAt);
        if (counts === undefined) continue;
        for (const type of jsonType.options) counts[type] += ofMore[type];
        counts.lastId = Math.max(counts.lastId, ofMore.lastId);
        see(counts, ofMore.firstAt);
        see(counts, ofMore.lastAt);
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
    const known = this.builds.get(name);
    if (known !== undefined) return known;
    if (name !== '' && this.builds.size >= maxBuilds) return this.build('', at);
    const build = { events: 0, firstAt: at, lastAt: at, properties: new Map() };
    this.builds.set(name, build);
    this.size += 1;
    return build;
  }

  /** Adds a property; undefined for one that is not counted. */
  property(build: BuildCounts, name: string, at: number): PropertyCounts | undefined {
    if (build.properties.size >= maxProperties || name.length > maxListedKey) return undefined;
    const counts = { ...noTypes, firstAt: at, lastAt: at, lastId: 0 };
    build.properties.set(name, counts);
    this.size += 1;
    return counts;
  }
}

const noTypes: Record<JsonType, number> = { null: 0, boolean: 0, number: 0, string: 0, array: 0, object: 0 };
const unseen: Seen = { firstAt: Number.MAX_SAFE_INTEGER, lastAt: 0 };

function see(seen: Seen, at: number): void {
  if (at < seen.firstAt) seen.firstAt = at;
  if (at > seen.lastAt) seen.lastAt = at;
}
