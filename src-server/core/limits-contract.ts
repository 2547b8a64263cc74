const kib = 1024;
const mib = 1024 * kib;

/** Rows for the drops of one reason in one request; others share one row with a count. */
export const maxDropRows = 1000;

/**
 * Maximum bytes of concurrent requests. Small and large bodies have separate budgets, so that small ones never wait for large
 * ones. So do received and decompressed bodies. `parsed` is JSON text whose parsed objects are in memory; they take up to
 * thirty times as much.
 */
export const requestMemory = {
  smallBody: 64 * kib,
  smallBodies: 64 * mib,
  largeBodies: 96 * mib,
  smallTexts: 32 * mib,
  largeTexts: 96 * mib,
  parsed: 4 * mib,
  parsedOnce: mib,
  /** How long a body waits, and how many may wait. */
  waitTimeoutMs: 20_000,
  maxWaiting: 64,
};

/**
 * Bytes of a large body that become a text at a time. V8 maps memory of its own for each text above 128 KiB, which can take longer
 * than parsing it.
 */
export const bodyTextBytes = 96 * kib;

/** Total bytes of unread answers. A client that reads nothing for `forMs` is disconnected. */
export const unreadAnswers = { bytes: 64 * mib, forMs: 30_000 };

/** A body must send this many bytes every `withinMs`, or end. */
export const bodyPace = { bytes: 64 * kib, withinMs: 10_000 };

/**
 * Characters of JSON for the stored properties of one person or group. Decides read them and each `$set` rewrites them. PostHog's
 * limit is 640 KiB.
 */
export const maxStoredProperties = 512 * 1024;

/**
 * Values, at any depth, in one event or envelope. Each takes up to 250 bytes and 2 µs once parsed: without a limit, 18 KB of gzip
 * block the thread for seconds and fill a gigabyte.
 */
export const maxEventValues = 300_000;

/** Property conditions in one step of an action, one condition set of a flag, or one filter. */
export const maxConditions = 100;

/** Longer texts are neither numbers nor dates. */
export const maxNumberText = 400;
export const maxDateText = 100;

/** Characters of a value that `icontains` and a regex read, from its start. */
export const maxContainsText = 1024 * 1024;
export const maxRegexText = 64 * 1024;
/**
 * Characters of a regex, and instructions it may compile to. RE2 takes up to 10 to 40 ns per instruction and character, on the
 * thread that answers decides. Above 128 instructions a regex reads less text, so that the total steps stay the same; the largest
 * reads 2,048 characters.
 */
export const maxRegexLength = 10_000;
export const maxRegexProgram = 4096;
export const maxRegexSteps = 128 * maxRegexText;

/**
 * Characters of JSON in one page of a list, and read to build it. A page that reaches a limit ends early, after at least one row;
 * `next` continues after it.
 */
export const maxPageText = 16 * 1024 * 1024;
export const maxPageRead = 32 * 1024 * 1024;
/** Characters of JSON for the properties of one listed row; above that, for each value and key. */
export const maxListedProperties = 64 * 1024;
export const maxListedValue = 4096;
export const maxListedKey = 400;
/** distinct_ids of one person in a list, and in an answer of its own. */
export const maxListedIds = 1000;
export const maxIds = 10_000;
/** Longer distinct_ids are cut. */
export const maxDistinctId = 200;
/** distinct_ids of one person that a decide reads, and that a merge may move. */
export const maxDecideIds = 1000;
export const maxMergedIds = 10_000;
/** Longer event names are cut: on arrival, and older stored ones when read. */
export const maxEventName = 200;

/** Columns of a CSV answer; each row has a cell for every column. */
export const maxCsvColumns = 2000;

/** Characters of a value shown in a sentence or table. */
export const maxShownText = 2000;

/** Group types of a project; each has an index from 0. */
export const maxGroupTypes = 5;

/** Elements of an autocaptured event that selectors read, and their total characters. */
export const maxElements = 1000;
export const maxElementsText = 256 * 1024;

/** Rows that one write in the background deletes: a few milliseconds, for which captures wait. */
export const removeBatchSize = 200;

/** Days for which served flag values are kept. */
export const usageRetentionDays = 8;
/** Characters that a sentence quotes of what was sent. */
export const maxQuoted = 60;
