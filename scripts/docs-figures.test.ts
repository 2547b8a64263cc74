import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maxBodyMb, maxJsonLevels } from '../src-server/core/contract.ts';
import {
  bodyPace,
  bodyTextBytes,
  maxConditions,
  maxContainsText,
  maxCsvColumns,
  maxDateText,
  maxDecideIds,
  maxDropRows,
  maxElements,
  maxElementsText,
  maxEventName,
  maxEventValues,
  maxGroupTypes,
  maxIds,
  maxListedIds,
  maxListedKey,
  maxListedProperties,
  maxListedValue,
  maxMergedIds,
  maxNumberText,
  maxPageRead,
  maxPageText,
  maxRegexLength,
  maxRegexProgram,
  maxRegexText,
  maxShownText,
  maxStoredProperties,
  requestMemory,
  unreadAnswers,
  usageRetentionDays,
} from '../src-server/core/limits-contract.ts';
import { maxComparedEvents, maxDiffMasks, maxShownValue } from '../src-server/diff/contract.ts';
import { maxStoredBytes } from '../src-server/events/contract.ts';
import { maxWaitSeconds } from '../src-server/events/filters/filter-contract.ts';
import { maxKeepDays, minKeepDays } from '../src-server/events/retention/retention-contract.ts';
import { maxExpectations, maxListedMatches } from '../src-server/expectations/contract.ts';
import { linkMinutes, maxUnknownLinks, sessionDays } from '../src-server/projects/session-contract.ts';
import { maxPartRequests } from '../src-server/recording/har-contract.ts';
import { maxReplayed } from '../src-server/recording/replay-contract.ts';
import { maxTestRuns, testRunNameRule } from '../src-server/test-runs/contract.ts';
import { maxExamples, maxExampleText, maxListedBuilds, maxLocks } from '../src-server/tracking-plan/contract.ts';

const textOf = (document: string) =>
  readFileSync(join(import.meta.dirname, '..', document), 'utf8').replaceAll(/\s+/g, ' ');

const n = (value: number) => value.toLocaleString('en-US');
const kib = (bytes: number) => `${n(bytes / 1024)} KiB`;
const mib = (bytes: number) => `${n(bytes / 1024 / 1024)} MiB`;

const memory = requestMemory;
/** Phrases of documents with figures of the code. */
const phrases: Record<string, string[]> = {
  'SECURITY.md': [`good once, for ${linkMinutes} minutes`, `was unused for ${sessionDays} days`],
  'docs/command-line.md': [
    `in parts of ${maxPartRequests} requests`,
    `up to ${maxBodyMb} MB without its responses`,
    `up to ${maxReplayed} events of a recording`,
  ],
  'docs/differences.md': [
    `Values are cut at ${n(maxShownValue)} characters`,
    `At most ${n(maxComparedEvents)} events a side`,
    `at most ${n(maxDiffMasks)} masks`,
  ],
  'docs/durability.md': [`the first ${kib(maxStoredBytes)} of the body`],
  'docs/expectations.md': [
    `(at most ${maxWaitSeconds})`,
    `the first ${maxListedMatches} \`matches\``,
    `at most ${n(maxExpectations)} expectations`,
  ],
  'docs/headless.md': [`once, within ${linkMinutes} minutes`],
  'docs/reliability.md': [
    `at most ${n(maxEventValues)} values`,
    `Beyond ${n(maxDropRows)} drops of one reason`,
    `${memory.maxWaiting} wait, and nobody waits longer than ${memory.waitTimeoutMs / 1000} s`,
    `${memory.maxWaiting} wait in each, at most ${memory.waitTimeoutMs / 1000} s`,
    `${maxBodyMb} MiB each; small ones ${mib(memory.smallBodies)}, large ones ${mib(memory.largeBodies)} together; ` +
      `${kib(bodyPace.bytes)} (small: a byte) in ${bodyPace.withinMs / 1000} s`,
    `${maxBodyMb} MiB, ${maxJsonLevels} levels, counted before`,
    `${mib(unreadAnswers.bytes)} of pages; closed after ${unreadAnswers.forMs / 1000} s`,
    `${kib(memory.smallBody)} at once, else runs of ${kib(bodyTextBytes)} or one event, ${mib(memory.parsed)} at a time`,
    `texts over ${maxNumberText} (number) and ${maxDateText} (date) characters`,
    `the first ${n(maxContainsText)} and ${n(maxRegexText)} characters`,
    `${n(maxRegexLength)} characters and ${n(maxRegexProgram)} instructions`,
    `${n(maxElements)} elements and ${n(maxElementsText)} characters`,
    `${n(maxShownText)} characters are shown of each`,
    `| ${maxConditions}, else a 400`,
    `${n(maxStoredProperties)} characters of JSON a person or group`,
    `| ${maxGroupTypes} types; after`,
    `${n(maxListedProperties)} characters a row, ${n(maxListedValue)} a value, ${maxListedKey} a key`,
    `${mib(maxPageText)} answered, ${mib(maxPageRead)} read`,
    `${n(maxListedIds)} in a list, ${n(maxIds)} on their own`,
    `a merge moves at most ${n(maxMergedIds)}; a decide looks at ${n(maxDecideIds)}`,
    `${maxEventName} characters a name`,
    `| ${n(maxCsvColumns)} columns, else a 400`,
    `answered ${maxUnknownLinks} times a minute, then 429`,
    `within ${linkMinutes} minutes and the run`,
    `end after ${sessionDays} days unused`,
    `${usageRetentionDays} days of counts`,
  ],
  'docs/scale.md': [`(${minKeepDays} to ${maxKeepDays})`],
  'docs/test-runs.md': [
    `A name has ${testRunNameRule.replaceAll('"', '`')}.`,
    `A project has at most ${n(maxTestRuns)} test runs`,
  ],
  'docs/tracking-plan.md': [
    `up to ${maxExamples} distinct values`,
    `at most ${maxExampleText} characters of JSON`,
    `the newest ${maxListedBuilds} |`,
    `at most ${maxLocks} schemas`,
  ],
};

test.each(Object.entries(phrases))('the figures in %s are those of the code', (document, expected) => {
  const text = textOf(document);
  expect(expected.filter((phrase) => !text.includes(phrase))).toEqual([]);
});
