import type { Clock } from '../../core/clock.ts';
import { existing } from '../../core/sql.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Event } from '../contract.ts';
import type { Pin } from './pin-contract.ts';

type Row = Omit<Pin, 'timestamp' | 'pinned_at' | 'is_gone'> & { timestamp: number; pinned_at: number; is_gone: 0 | 1 };
type Pinned = Pick<Event, 'uuid' | 'event' | 'distinct_id' | 'status' | 'timestamp'>;

export type PinStore = ReturnType<typeof createPinStore>;

export function createPinStore(database: Database, clock: Clock) {
  const select = `SELECT p.uuid, p.event, p.distinct_id, p.status, p.timestamp, p.note, p.pinned_at,
      NOT EXISTS (SELECT 1 FROM events e WHERE e.project_id = p.project_id AND e.uuid = p.uuid)
      AND NOT EXISTS (SELECT 1 FROM discards d WHERE d.uuid = p.uuid) AS is_gone
    FROM pins p WHERE p.project_id = ?`;
  const list = database.prepare<[number], Row>(`${select} ORDER BY p.id DESC`);
  const one = database.prepare<[number, string], Row>(`${select} AND p.uuid = ?`);
  const count = database.prepare<[number], number>('SELECT count(*) FROM pins WHERE project_id = ?').pluck();
  const add = database.prepare(
    `INSERT INTO pins (project_id, uuid, event, distinct_id, status, timestamp, note, pinned_at)
     VALUES (:projectId, :uuid, :event, :distinct_id, :status, :timestamp, :note, :pinnedAt)
     ON CONFLICT (project_id, uuid) DO NOTHING`,
  );
  const note = database.prepare<[string, number, string]>('UPDATE pins SET note = ? WHERE project_id = ? AND uuid = ?');
  const remove = database.prepare<[number, string]>('DELETE FROM pins WHERE project_id = ? AND uuid = ?');
  return {
    list: (projectId: number): Pin[] => list.all(projectId).map(toPin),
    pin(projectId: number, uuid: string): Pin | undefined {
      const row = one.get(projectId, uuid);
      return row && toPin(row);
    },
    count: (projectId: number): number => count.get(projectId) ?? 0,
    add(projectId: number, { uuid, event, distinct_id, status, timestamp }: Pinned, text: string): Pin {
      const times = { timestamp: Date.parse(timestamp), pinnedAt: clock.now() };
      add.run({ projectId, uuid, event, distinct_id, status, ...times, note: text });
      return toPin(existing(one.get(projectId, uuid)));
    },
    setNote(projectId: number, uuid: string, text: string): Pin | undefined {
      note.run(text, projectId, uuid);
      return this.pin(projectId, uuid);
    },
    /** Removes a pin; returns whether it existed. */
    remove: (projectId: number, uuid: string): boolean => remove.run(projectId, uuid).changes > 0,
  };
}

const toPin = ({ timestamp, pinned_at, is_gone, ...row }: Row): Pin => ({
  ...row,
  timestamp: isoTime(timestamp),
  pinned_at: isoTime(pinned_at),
  is_gone: is_gone === 1,
});
