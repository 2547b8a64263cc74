import { countWords, plain } from '../../core/text/numbers-contract.ts';
import type { Damage } from '../page-check.ts';
import { restoreHint } from '../restore-hint.ts';
import type { FindingAction, FindingKind, Restored, StorageCopy, StorageFinding } from './contract.ts';

/** Counts of events. `kept`: where files were moved, relative to the data folder. `copy`: name of the copy with the saved data. */
type Facts = {
  expected?: number | undefined;
  found?: number | undefined;
  kept?: string | null;
  copy?: string | undefined;
  damage?: Damage;
};

function lost({ expected, found = 0 }: Facts): string {
  if (expected === undefined) return 'Benchtop cannot tell whether events are missing.';
  const missing = Math.max(0, expected - found);
  if (missing === 0) return 'No acknowledged event is missing.';
  return `${plain(missing, 0)} of ${countWords(expected, 'event')} ${missing === 1 ? 'is' : 'are'} missing.`;
}

/** The marker may be a second behind: zero events in it do not prove that there were none. */
const held = ({ expected = 0 }: Facts) => (expected === 0 ? '' : ` It held ${countWords(expected, 'event')}.`);

function placesOf({ places, isAll }: Damage): string {
  if (places === 0) return 'SQLite could not read all of them';
  return `SQLite's check found ${isAll ? '' : 'at least '}${places} damaged ${places === 1 ? 'place' : 'places'}`;
}

const sentences = {
  missing: (facts) =>
    `The database was deleted or moved while Benchtop was not running, and a new one was created.${held(facts)}`,
  empty: (facts) => `The database file was empty (0 bytes), and a new one was created.${held(facts)}`,
  events_missing: (facts) =>
    `${lost(facts)} The write-ahead log was cut off or lost, or an older database took its place.`,
  other_database: (facts) =>
    `The database that was used last was replaced by another one.${held(facts)} The present one has ${countWords(facts.found ?? 0, 'event')}.`,
  damaged: ({ damage, ...counts }) =>
    `Pages of the database are damaged${damage === undefined ? '' : `: ${placesOf(damage)}`}. Some data may be unreadable.${
      counts.expected === undefined ? '' : ` ${lost(counts)}`
    }`,
  rescued: (facts) =>
    `Database files were deleted while Benchtop was running. It saved the open database and put it back. ${lost(facts)}`,
  deleted: (facts) =>
    `The database was deleted while Benchtop was running, could not be saved, and a new one was created.${held(facts)}`,
  replaced: (facts) =>
    `Another file replaced the database while Benchtop was running, and is used now. ${
      facts.copy === undefined
        ? 'The former database could not be saved.'
        : `The former database is the copy ${facts.copy}.`
    }`,
  overwritten: (facts) =>
    `Another program overwrote the database while Benchtop was running. ${lost(facts)}${
      facts.copy === undefined ? '' : ` The former database is the copy ${facts.copy}.`
    }`,
} as const satisfies Record<FindingKind, (facts: Facts) => string>;

export function createFinding(kind: FindingKind, now: number, facts: Facts): StorageFinding {
  return {
    kind,
    found_at: new Date(now).toISOString(),
    detail: sentences[kind](facts),
    expected_events: facts.expected ?? null,
    found_events: facts.found ?? null,
    kept: facts.kept ?? null,
  };
}

/** Reports whether a rescue put everything back, so that nothing needs a restore. */
const isComplete = ({ kind, expected_events: expected, found_events: found }: StorageFinding) =>
  kind === 'rescued' && expected !== null && found !== null && found >= expected;

export function actionsFor(finding: StorageFinding, copies: readonly StorageCopy[]): FindingAction[] {
  return copies.length === 0 || isComplete(finding) ? ['accept'] : ['restore', 'accept'];
}

/** Returns a line for the terminal: the finding, and how to restore a copy. */
export function findingLine(finding: StorageFinding, copies: readonly StorageCopy[], dataDir: string): string {
  const kept = finding.kept === null ? '' : ` The former files are in ${finding.kept}.`;
  const hint = isComplete(finding) ? '' : ` ${restoreHint(copies, dataDir)}`;
  return `Warning: ${finding.detail}${kept}${hint}`;
}

/** Returns a line for the terminal after a restore. */
export function restoredLine({ copy, kept, former_events: former }: Restored): string {
  const events = former === null ? '' : ` (${countWords(former, 'event')})`;
  const where = kept === null ? '' : ` The former database${events} is in ${kept}.`;
  return `Restored the copy of ${copy.made_at} (${countWords(copy.events, 'event')}).${where}`;
}
