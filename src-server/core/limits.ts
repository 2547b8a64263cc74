const kib = 1024;
const mib = 1024 * kib;

/** Rows that the drops of one reason take in one request; the rest is one row with its count. */
export const maxDropRows = 1000;

/**
 * Bytes that the requests under way may hold together. A small body never waits for large ones: each kind has its own room, for
 * bodies as they are received and for what they are decompressed to. `parsed` is JSON whose objects exist at a time, in bytes of
 * its text; the objects may take thirty times that.
 */
export const requestMemory = {
  smallBody: 64 * kib,
  smallBodies: 64 * mib,
  largeBodies: 96 * mib,
  smallTexts: 32 * mib,
  largeTexts: 96 * mib,
  parsed: 4 * mib,
  /** How long a body waits for room, ms, and how many wait. */
  patienceMs: 20_000,
  maxWaiting: 64,
};

/** Bytes of pages that are made and not yet read, together; a client that reads nothing for so long is disconnected. */
export const unreadAnswers = { bytes: 64 * mib, forMs: 30_000 };

/** Bytes of a body that must arrive within `withinMs`, or its end. */
export const bodyPace = { bytes: 64 * kib, withinMs: 10_000 };

/**
 * Characters of JSON that the stored properties of one person or group may take. They are read by decides and rewritten by each
 * `$set`, so they are no place for documents; PostHog's own limit is 640 KiB.
 */
export const maxStoredProperties = 512 * 1024;

/**
 * Values, however nested, that one event or one envelope may hold. Parsed they take up to 250 bytes and 2 µs each, whatever they
 * take as text: without a limit 18 KB of gzip hold the thread for seconds and fill a gigabyte.
 */
export const maxEventValues = 300_000;

/** Levels of JSON that are stored. SQLite's own JSON functions stop at 1000; nothing real comes near. */
export const maxJsonLevels = 500;

/** Conditions on properties in one step of an action or group of a flag, and in a filter. */
export const maxConditions = 100;

/** Characters of a text that can be a number, or a date; what is longer is neither. */
export const maxNumberText = 400;
export const maxDateText = 100;

/** Characters of a value that `icontains` and a regex look at, from its start. */
export const maxContainsText = 1024 * 1024;
export const maxRegexText = 64 * 1024;
/**
 * Characters of a regex, and instructions that it may compile to. At worst RE2 takes a step of 10 to 40 ns for each instruction
 * and each character of the value, which holds up everybody in a decide: a regex of more than 128 instructions sees so much less
 * text that its steps stay the same. One of the largest size still sees the first 2,048 characters.
 */
export const maxRegexLength = 10_000;
export const maxRegexProgram = 4096;
export const maxRegexSteps = 128 * maxRegexText;

/**
 * Characters of JSON that a page of a list answers with, and that it reads to make them. A page that reaches one ends there, and
 * `next` goes on behind it; it always has one row.
 */
export const maxPageText = 16 * 1024 * 1024;
export const maxPageRead = 32 * 1024 * 1024;
/** Characters of JSON that the properties of one row take in a list, and of a value and a key of those that are larger. */
export const maxListedProperties = 64 * 1024;
export const maxListedValue = 4096;
export const maxListedKey = 400;
/** distinct_ids of one person in a list, and on their own. */
export const maxListedIds = 1000;
export const maxIds = 10_000;
/** Characters of a distinct_id; longer ones are cut. */
export const maxDistinctId = 200;
/** distinct_ids of one person that a decide looks at, and that a merge may move to another person. */
export const maxDecideIds = 1000;
export const maxMergedIds = 10_000;
/** Characters of an event name; longer ones are cut when they arrive, and those stored earlier when they are read. */
export const maxEventName = 200;

/** Days of a series that are listed: the newest ones. */
export const maxListedDays = 400;

/** Columns of an answer as CSV, which has a cell in each row for each of them. */
export const maxCsvColumns = 2000;

/** Characters of a value that a sentence or a table shows; the whole is in the event. */
export const maxShownText = 2000;

/** Elements of an autocaptured event that selectors look at, and the characters that they may take together. */
export const maxElements = 1000;
export const maxElementsText = 256 * 1024;

/** How long it is known what decides answered with a flag. */
export const keptUsageDays = 8;
