import { beforeEach, expect, test } from 'vitest';
import { StorageLog, type Trouble } from './storage-log.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });
const spooling: Trouble = { kind: 'spooling', sentence: 'The database cannot be written.' };

let logged: unknown[];
let said: string[];
let found: Trouble | null | undefined;
let log: StorageLog;
beforeEach(() => {
  logged = [];
  said = [];
  found = null;
  log = new StorageLog({ log: (error) => logged.push(error), say: (line) => said.push(line) });
  log.askWith(() => found);
});

test('a failure is logged once, and its end when all waiting events are stored', () => {
  for (const next of [null, spooling, { ...spooling }, undefined, null, null]) {
    found = next;
    log.look();
  }
  expect(said).toEqual(['Warning: The database cannot be written.', 'Events are stored in the database again.']);
});

test.each(['SQLITE_READONLY', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'ENOSPC'])(
  '%s is logged, except while a trouble explains it',
  (code) => {
    log.report(failure(code));
    found = spooling;
    log.report(failure(code));
    expect(logged).toEqual([failure(code)]);
  },
);

test('a brief lock is not logged, a long one is', () => {
  log.report(failure('SQLITE_BUSY'));
  expect(logged).toEqual([]);
});

test.each(['SQLITE_CORRUPT', 'ERR_ASSERTION'])('%s is logged during a trouble too', (code) => {
  found = spooling;
  log.look();
  log.report(failure(code));
  expect(logged).toEqual([failure(code)]);
});

test('while deleted files are saved, nothing else is logged', () => {
  found = spooling;
  log.look();
  log.begin({ kind: 'log_deleted', sentence: 'The log was deleted.' });
  log.begin({ kind: 'log_deleted', sentence: 'The log was deleted.' });
  log.look();
  log.end('It was put back.');
  log.end('It was put back.');
  found = null;
  log.look();
  expect(said).toEqual([
    'Warning: The database cannot be written.',
    'Warning: The log was deleted.',
    'It was put back.',
  ]);
});
