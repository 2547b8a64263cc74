import type { JsonType } from '../../core/json/json-type-contract.ts';

/**
 * A position in a sequence of typed properties: the property that led here, and the next ones. Events of a name mostly share a
 * few sequences, so counting one is a walk without look-ups.
 */
export class Shape {
  readonly name: string;
  readonly type: JsonType;
  readonly before: Shape | null;
  /** Events that end here. */
  events = 0;
  firstAt = 0;
  lastAt = 0;
  lastId = 0;
  /** The one taken last. */
  #next: Shape | undefined;
  #others: Shape[] | undefined;

  constructor(name: string, type: JsonType, before: Shape | null) {
    this.name = name;
    this.type = type;
    this.before = before;
  }

  /** Returns the place behind one more property; undefined if no event came there. */
  following(name: string, type: JsonType): Shape | undefined {
    const next = this.#next;
    if (next !== undefined && next.name === name && next.type === type) return next;
    const index = this.#others?.findIndex((other) => other.name === name && other.type === type) ?? -1;
    if (index < 0 || this.#others === undefined) return undefined;
    const found = this.#others[index];
    if (next !== undefined) this.#others[index] = next;
    this.#next = found;
    return found;
  }

  /** Adds the place behind a property that was absent. */
  follow(name: string, type: JsonType): Shape {
    const shape = new Shape(name, type, this);
    if (this.#next !== undefined) {
      this.#others ??= [];
      this.#others.push(this.#next);
    }
    this.#next = shape;
    return shape;
  }

  /** Returns the properties that led here, the first one first. */
  path(): Shape[] {
    const path: Shape[] = [];
    for (let shape: Shape = this; shape.before !== null; shape = shape.before) path.push(shape);
    return path.reverse();
  }
}
