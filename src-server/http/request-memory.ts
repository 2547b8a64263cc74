import { BudgetExceeded, ByteBudget, type Hold } from '../core/byte-budget.ts';
import { requestMemory as limits } from '../core/limits-contract.ts';
import { overloaded } from './error.ts';

/** Memory budgets of concurrent requests, by kind. Throws 503 `overloaded` when there is no room in time. */
export class RequestMemory {
  readonly #bodies = new TwoSizes(limits.smallBodies, limits.largeBodies);
  readonly #texts = new TwoSizes(limits.smallTexts, limits.largeTexts);
  /** JSON text, once parsed. Holders wait only for the disk, so waiting has no timeout. */
  readonly parsed = new ByteBudget(limits.parsed);

  /** Reserves memory for a body while it arrives and is in use. Returns no promise where there is room. */
  body(bytes: number): Hold | Promise<Hold> {
    return this.#bodies.acquire(bytes);
  }

  /** Reserves memory for a decompressed body. */
  text(bytes: number): Hold | Promise<Hold> {
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

  acquire(bytes: number): Hold | Promise<Hold> {
    const budget = bytes <= limits.smallBody ? this.#small : this.#large;
    return (
      budget.take(bytes) ??
      budget.acquire(bytes, limits.waitTimeoutMs).catch((error) => {
        throw error instanceof BudgetExceeded ? overloaded('request bodies are arriving') : error;
      })
    );
  }
}
