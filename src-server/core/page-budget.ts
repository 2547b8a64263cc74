import { maxPageRead, maxPageText } from './limits.ts';

/** Counts what a page of a list reads and answers, in characters of JSON, so that it can end before it holds too much. */
export class PageBudget {
  #read = 0;
  #written = 0;

  add({ read, written }: { read: number; written: number }): void {
    this.#read += read;
    this.#written += written;
  }

  get isSpent(): boolean {
    return this.#read >= maxPageRead || this.#written >= maxPageText;
  }
}
