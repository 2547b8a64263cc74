/** Returns the value of a key that the object itself has: every object inherits a `constructor`. */
export const ownValue = <Value>(object: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;
