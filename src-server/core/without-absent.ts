type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Removes keys whose value is undefined, for updates that keep absent fields. */
export const withoutAbsent = <T extends object>(record: T): Present<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
