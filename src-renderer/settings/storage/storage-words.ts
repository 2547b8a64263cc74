import { countWords } from '#server/core/text/numbers-contract.ts';
import type { ServerStatus, StorageState } from '#server/events/contract.ts';

type Words = {
  tone: 'ok' | 'warning' | 'danger';
  /** In the status bar. */
  short: string;
  /** In the banner, followed by `consequence`. */
  title: string;
  consequence(spooled: number): string;
};

const notStored = 'New events are rejected with status 503. SDKs send them again for a limited time.';

/** The words of each state of the storage. */
export const storageWords = {
  ok: {
    tone: 'ok',
    short: 'Running',
    title: 'Events are written to the database.',
    consequence: () => '',
  },
  spooling: {
    tone: 'warning',
    short: 'Database not writable',
    title: 'The database cannot be written.',
    consequence: (spooled) =>
      spooled === 0
        ? 'New events are kept in the dead-letter spool.'
        : `${waiting(spooled)} in the dead-letter spool until the database can be written again.`,
  },
  recovering: {
    tone: 'warning',
    short: 'Storing spooled events',
    title: 'The database is back.',
    consequence: () => 'Events of the dead-letter spool are being stored.',
  },
  read_only: {
    tone: 'danger',
    short: 'Read-only',
    title: 'Benchtop is read-only.',
    consequence: () => notStored,
  },
  unavailable: {
    tone: 'danger',
    short: 'Cannot store events',
    title: 'Neither the database nor the dead-letter spool can be written.',
    consequence: () => notStored,
  },
} satisfies Record<StorageState, Words>;

/** Returns title, consequence and reason as one text. */
export function storageSentence(storage: ServerStatus['storage']): string {
  const { title, consequence }: Words = storageWords[storage.state];
  return [title, consequence(storage.spooled), reasonOf(storage)].filter((part) => part !== '').join(' ');
}

/** Returns why events cannot be stored; empty while they are stored. */
export const reasonOf = ({ error }: ServerStatus['storage']) => (error === null ? '' : `Reason: ${error}.`);

const waiting = (spooled: number) => countWords(spooled, 'event waits', 'events wait');
