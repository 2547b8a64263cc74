import type { RequestHandler, Response } from 'express';
import { BudgetExceeded, ByteBudget, type Hold } from '../core/byte-budget.ts';
import { maxPageText, requestMemory, unreadAnswers } from '../core/limits.ts';
import { overloaded } from './error.ts';

/** Room for pages that are made and not yet read by who asked: without it none is made. */
export class UnreadAnswers {
  readonly #budget = new ByteBudget(unreadAnswers.bytes, requestMemory.maxWaiting);

  /** Waits for room for a page of any size; throws 503 when there is none in time. */
  async room(): Promise<Hold> {
    try {
      return await this.#budget.acquire(maxPageText, requestMemory.patienceMs);
    } catch (error) {
      throw error instanceof BudgetExceeded ? overloaded('answers are unread') : error;
    }
  }

  /** Holds the room of the page that is about to be sent until the client has read it, or is gone. */
  hold(response: Response, room: Hold): void {
    if (response.closed) room.release();
    response.once('prefinish', () => room.resize(Number(response.getHeader('Content-Length'))));
    response.once('close', room.release);
  }
}

/** Closes a connection whose client reads nothing of its answer for a time. */
export function closeUnread(): RequestHandler {
  return ({ socket }, response, next) => {
    const close = () => socket.destroy();
    const watch = () => {
      if (response.writableFinished || response.destroyed) return;
      socket.setTimeout(unreadAnswers.forMs, close);
      response.once('finish', () => socket.off('timeout', close));
    };
    // What the system takes at once is taken by then.
    response.once('prefinish', () => setImmediate(watch));
    next();
  };
}
