import type { Database } from '../../database/open.ts';
import type { IdRange } from '../../events/archive/counts.ts';

/** The events to read: of a test run, by its row id, or all of a project. */
export type RunScope = { projectId: number; runId: number | null };
/** `ref`: the row of the distinct_id. Times in milliseconds UTC; `receivedAt` is 0 beyond a test run, where no rule needs it. */
export type EventTuple = [id: number, nameId: number, timestamp: number, ref: number, receivedAt: number];

/** The values of some columns, followed by those of `EventTuple`. */
export type SelectedRow = (string | number | null)[];

/** Ids per statement; takes a few milliseconds. */
const batchSize = 2000;
const upToAll = Number.MAX_SAFE_INTEGER;

export type NamedEvents = ReturnType<typeof createNamedEvents>;

export function createNamedEvents(database: Database, { projectId, runId }: RunScope) {
  const sql = statements(database);

  /** Splits the ids of the test run. */
  function* stretches(run: number, { after, upTo }: IdRange): Generator<IdRange> {
    for (let from = after; from < upTo; ) {
      const to = sql.batchEnd.get(run, from, upTo) ?? upTo;
      yield { after: from, upTo: to };
      from = to;
    }
  }
  function* batchesOfName(nameId: number, { after, upTo }: IdRange): Generator<EventTuple[]> {
    for (let from = after, isMore = true; isMore; ) {
      const rows = sql.ofName.all(nameId, from, upTo);
      yield rows;
      from = rows.at(-1)?.[0] ?? upTo;
      isMore = rows.length === batchSize;
    }
  }

  const namesById = (names: readonly string[]): Map<number, string> =>
    new Map(sql.ids.all(projectId, JSON.stringify(names)).map(({ id, name }) => [id, name]));

  return {
    namesById,
    *batches(nameIds: readonly number[], range: IdRange): Generator<EventTuple[]> {
      if (runId === null) for (const nameId of nameIds) yield* batchesOfName(nameId, range);
      else {
        const wanted = JSON.stringify(nameIds);
        for (const { after, upTo } of stretches(runId, range)) yield sql.ofRun.all(runId, after, upTo, wanted);
      }
    },
    /** The same of a test run, with columns of each event, for which `paths` are bound. */
    *batchesWith(
      run: number,
      nameIds: readonly number[],
      range: IdRange,
      { columns, paths }: { columns: readonly string[]; paths: readonly string[] },
    ): Generator<SelectedRow[]> {
      const select = sql.ofRunWith(columns);
      const wanted = JSON.stringify(nameIds);
      for (const { after, upTo } of stretches(run, range)) yield select.all(...paths, run, after, upTo, wanted);
    },
    /** Reports whether an event of these names has arrived after an id. */
    hasArrived(names: readonly string[], after: number): boolean {
      const wanted = JSON.stringify([...namesById(names).keys()]);
      const found =
        runId === null ? sql.arrived.get(after, wanted) : sql.arrivedInRun.get(runId, after, upToAll, wanted);
      return found !== undefined;
    },
    newest: (nameId: number): number | undefined =>
      runId === null ? sql.newest.get(nameId) : sql.newestInRun.get(runId, 0, upToAll, nameId),
    *namesOfRun(run: number, range: IdRange): Generator<number[]> {
      for (const { after, upTo } of stretches(run, range)) yield sql.namesOfRun.all(run, after, upTo);
    },
  };
}

function statements(database: Database) {
  const inRun = 'main.events INDEXED BY events_by_test_run WHERE test_run_id = ? AND id > ? AND id <= ?';
  const named = '+name_id IN (SELECT value FROM json_each(?))';
  return {
    ids: database.prepare<[number, string], { id: number; name: string }>(
      'SELECT id, name FROM event_names WHERE project_id = ? AND name IN (SELECT value FROM json_each(?))',
    ),
    // In a test run only the index is read so far, as most rows may have other names.
    batchEnd: database
      .prepare<number[], number>(`SELECT id FROM ${inRun} ORDER BY id LIMIT 1 OFFSET ${batchSize - 1}`)
      .pluck(),
    ofRun: database
      .prepare<(number | string)[], EventTuple>(
        `SELECT id, name_id, timestamp, distinct_ref, received_at FROM ${inRun} AND ${named} ORDER BY id`,
      )
      .raw(),
    ofRunWith: (columns: readonly string[]) =>
      database
        .prepare<(number | string)[], SelectedRow>(
          `SELECT ${columns.join(', ')}, id, name_id, timestamp, distinct_ref, received_at FROM events
           WHERE id IN (SELECT id FROM ${inRun} AND ${named}) ORDER BY id`,
        )
        .raw(),
    ofName: database
      .prepare<number[], EventTuple>(
        `SELECT id, name_id, timestamp, distinct_ref, 0 FROM main.events INDEXED BY events_by_name
         WHERE name_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ${batchSize}`,
      )
      .raw(),
    namesOfRun: database.prepare<number[], number>(`SELECT DISTINCT name_id FROM ${inRun}`).pluck(),
    arrived: database
      .prepare<[number, string], number>(`SELECT id FROM events WHERE id > ? AND ${named} LIMIT 1`)
      .pluck(),
    arrivedInRun: database.prepare<(number | string)[], number>(`SELECT id FROM ${inRun} AND ${named} LIMIT 1`).pluck(),
    newest: database
      .prepare<[number], number>('SELECT id FROM events WHERE name_id = ? ORDER BY id DESC LIMIT 1')
      .pluck(),
    newestInRun: database
      .prepare<number[], number>(`SELECT id FROM ${inRun} AND +name_id = ? ORDER BY id DESC LIMIT 1`)
      .pluck(),
  };
}
