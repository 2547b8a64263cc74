import type { JsonObject } from './contract.ts';

/** Returns the value of a key that the object itself has: every object inherits a `constructor`. */
export const ownValue = (object: Readonly<JsonObject>, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined;
