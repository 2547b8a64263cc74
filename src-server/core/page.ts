import { maxPageRead, maxPageText } from './limits-contract.ts';

export type Page = { limit: number; offset: number };

/** One page of a list; `total` counts the items of all pages. */
export type Listing<Item> = { total: number; results: Item[] };

/** A page that may end early because of its size; `taken` is its number of rows. */
export type CutListing<Item> = Listing<Item> & { taken: number };

/** Counts the characters of JSON that a page of a list reads and answers, so that it ends before it is too large. */
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
