import type { Database } from '../database/open.ts';
import type { Clock } from '../http/time.ts';

/** Runs of the server whose window keys are good: this one and a few before it. */
const keptSessions = 5;

/**
 * Makes the function that takes note of the (hashed) key of this run's window and answers the hashes of those that are good: a
 * tab that stays open is not locked out by a restart.
 */
export function createSessions(database: Database, clock: Clock): (sha256: string) => string[] {
  const add = database.prepare<[string, number]>(
    'INSERT INTO session_keys (sha256, created_at) VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING',
  );
  const trim = database.prepare<[number]>(
    'DELETE FROM session_keys WHERE id NOT IN (SELECT id FROM session_keys ORDER BY id DESC LIMIT ?)',
  );
  const list = database.prepare<[], string>('SELECT sha256 FROM session_keys').pluck();
  return database.transaction((sha256) => {
    add.run(sha256, clock.now());
    trim.run(keptSessions);
    return list.all();
  });
}
