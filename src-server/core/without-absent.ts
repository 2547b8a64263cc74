type Present<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** The same without keys whose value is undefined, as in an update whose absent fields are to stay. */
export const withoutAbsent = <T extends object>(record: T): Present<T> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
