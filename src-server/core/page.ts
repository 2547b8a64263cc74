export type Page = { limit: number; offset: number };

/** A page of a list; `total` counts the items of all pages. */
export type Listing<Item> = { total: number; results: Item[] };

/** A page that ends early when it would hold too much; `taken` rows make it. */
export type CutListing<Item> = Listing<Item> & { taken: number };
