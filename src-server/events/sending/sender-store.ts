import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { SetAsideEvent } from './sender-contract.ts';

/** A sender by its name and the project whose events it sends; `noProject`: all projects. */
export type SenderId = { name: string; projectId: number };

export type StoredProgress = {
  sent_id: number;
  is_paused: 0 | 1;
  sent: number;
  set_aside: number;
  last_sent_at: number | null;
};

/** An event to set aside; `at` in ms UTC. */
export type SetAside = { uuid: string; event: string; at: number; statusCode: number | null; detail: string };

/** Maximum stored per sender; the total count is kept. */
const maxSetAside = 1000;

export type SenderStore = ReturnType<typeof createSenderStore>;

/** Creates the store of the position of each sender. Synchronous; `advanceTo` and `skipTo` run in the writer's transaction. */
export function createSenderStore(database: Database) {
  const sql = statements(database);

  function end({ name, projectId }: SenderId): void {
    sql.end.run(name, projectId);
    sql.endSetAside.run(name, projectId);
  }

  return {
    progress: ({ name, projectId }: SenderId): StoredProgress | undefined => sql.read.get(name, projectId),
    projectsOf: (name: string): number[] => sql.projects.all(name),
    /** Begins after the event `sentId`, with all counts at 0. */
    begin: database.transaction((id: SenderId, sentId: number): void => {
      end(id);
      sql.begin.run(id.name, id.projectId, sentId);
    }),
    end: database.transaction(end),
    setPaused({ name, projectId }: SenderId, isPaused: boolean): void {
      sql.pause.run(Number(isPaused), name, projectId);
    },
    /** Moves the cursor past events that a filter leaves out. */
    skipTo({ name, projectId }: SenderId, sentId: number): void {
      sql.pass.run(sentId, name, projectId);
    },
    /** Stores that up to this id `count` events were accepted and others set aside. */
    advanceTo(id: SenderId, to: { sentId: number; count: number; at: number; setAside: readonly SetAside[] }): void {
      const { name, projectId } = id;
      const { sentId, count, at, setAside } = to;
      // The sender was turned off meanwhile.
      if (sql.move.run(sentId, count, setAside.length, at, name, projectId).changes === 0) return;
      for (const event of setAside) {
        sql.setAside.run(name, projectId, event.uuid, event.event, event.at, event.statusCode, event.detail);
      }
      if (setAside.length > 0) sql.trim.run(name, projectId, name, projectId, maxSetAside);
    },
    /** Lists events that were set aside, newest first. */
    setAside({ name, projectId }: SenderId, limit: number): SetAsideEvent[] {
      return sql.listSetAside.all(name, projectId, limit).map((row) => ({ ...row, at: isoTime(row.at) }));
    },
  };
}

function statements(database: Database) {
  const own = 'WHERE name = ? AND project_id = ?';
  return {
    read: database.prepare<[string, number], StoredProgress>(
      `SELECT sent_id, is_paused, sent, set_aside, last_sent_at FROM event_senders ${own}`,
    ),
    projects: database
      .prepare<[string], number>('SELECT project_id FROM event_senders WHERE name = ? ORDER BY project_id')
      .pluck(),
    begin: database.prepare<[string, number, number]>(
      'INSERT INTO event_senders (name, project_id, sent_id) VALUES (?, ?, ?)',
    ),
    end: database.prepare<[string, number]>(`DELETE FROM event_senders ${own}`),
    endSetAside: database.prepare<[string, number]>(`DELETE FROM set_aside_events ${own}`),
    pause: database.prepare<[number, string, number]>(`UPDATE event_senders SET is_paused = ? ${own}`),
    pass: database.prepare<[number, string, number]>(`UPDATE event_senders SET sent_id = max(sent_id, ?) ${own}`),
    move: database.prepare<[number, number, number, number, string, number]>(
      `UPDATE event_senders SET sent_id = ?, sent = sent + ?, set_aside = set_aside + ?, last_sent_at = ? ${own}`,
    ),
    setAside: database.prepare<[string, number, string, string, number, number | null, string]>(
      `INSERT INTO set_aside_events (name, project_id, uuid, event, at, status_code, detail) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    trim: database.prepare<[string, number, string, number, number]>(
      `DELETE FROM set_aside_events ${own} AND id <= (
         SELECT id FROM set_aside_events ${own} ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    ),
    listSetAside: database.prepare<[string, number, number], Omit<SetAsideEvent, 'at'> & { at: number }>(
      `SELECT uuid, event, at, status_code, detail FROM set_aside_events ${own} ORDER BY id DESC LIMIT ?`,
    ),
  };
}
