import { BudgetExceeded, ByteBudget, type Hold } from '../core/byte-budget.ts';
import { requestMemory as limits } from '../core/limits.ts';
import { overloaded } from './error.ts';

/** What the requests under way hold, each kind within its budget. Throws 503 `overloaded` when there is no room in time. */
export class RequestMemory {
  readonly #bodies = new TwoSizes(limits.smallBodies, limits.largeBodies);
  readonly #texts = new TwoSizes(limits.smallTexts, limits.largeTexts);
  /** JSON text whose objects exist. Holders of it wait for nothing but the disk, so nobody gives up waiting for it. */
  readonly parsed = new ByteBudget(limits.parsed);

  /** For a body while it is received, and as long as it is needed. */
  body(bytes: number): Promise<Hold> {
    return this.#bodies.acquire(bytes);
  }

  /** For what a body is decompressed to. */
  text(bytes: number): Promise<Hold> {
    return this.#texts.acquire(bytes);
  }
}

class TwoSizes {
  readonly #small: ByteBudget;
  readonly #large: ByteBudget;

  constructor(small: number, large: number) {
    this.#small = new ByteBudget(small, limits.maxWaiting);
    this.#large = new ByteBudget(large, limits.maxWaiting);
  }

  async acquire(bytes: number): Promise<Hold> {
    try {
      return await (bytes <= limits.smallBody ? this.#small : this.#large).acquire(bytes, limits.patienceMs);
    } catch (error) {
      throw error instanceof BudgetExceeded ? overloaded('request bodies are arriving') : error;
    }
  }
}
