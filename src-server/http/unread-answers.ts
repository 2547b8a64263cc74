import type { RequestHandler, Response } from 'express';
import { BudgetExceeded, ByteBudget, type Hold } from '../core/byte-budget.ts';
import { maxPageText, requestMemory, unreadAnswers } from '../core/limits-contract.ts';
import { overloaded } from './error.ts';

/** Limits the memory of answers that clients have not read yet. */
export class UnreadAnswers {
  readonly #budget = new ByteBudget(unreadAnswers.bytes, requestMemory.maxWaiting);

  /** Waits for room for a page of any size; throws 503 on timeout. */
  async room(): Promise<Hold> {
    try {
      return await this.#budget.acquire(maxPageText, requestMemory.waitTimeoutMs);
    } catch (error) {
      throw error instanceof BudgetExceeded ? overloaded('answers are unread') : error;
    }
  }

  /** Holds the room until the client has read the answer or disconnected. */
  hold(response: Response, room: Hold): void {
    if (response.closed) room.release();
    response.once('prefinish', () => room.resize(Number(response.getHeader('Content-Length'))));
    response.once('close', room.release);
  }
}

/** Closes a connection whose client stops reading its answer. */
export function closeUnread(): RequestHandler {
  return ({ socket }, response, next) => {
    const close = () => socket.destroy();
    const watch = () => {
      if (response.writableFinished || response.destroyed) return;
      socket.setTimeout(unreadAnswers.forMs, close);
      response.once('finish', () => socket.off('timeout', close));
    };
    // By now the operating system has buffered its part.
    response.once('prefinish', () => setImmediate(watch));
    next();
  };
}
