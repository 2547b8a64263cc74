import type { Clock } from '../core/clock.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import type { Listing, Page } from '../core/page.ts';
import { containsSearch, existing, searchValue } from '../core/sql.ts';
import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import { noTestRun } from '../test-runs/contract.ts';
import type { Expectation, ExpectationInput, Rule } from './contract.ts';

/** An expectation without the parts that depend on events. */
export type StoredExpectation = Omit<Expectation, 'status' | 'found' | 'nearest'>;

type Row = Pick<Expectation, 'id' | 'name' | 'test_run'> & { rule: string; created_at: number; updated_at: number };
type Found = { projectId: number; search: string; testRun: string | null; none: string };

export type ExpectationStore = ReturnType<typeof createExpectationStore>;

export function createExpectationStore(database: Database, clock: Clock) {
  const sql = statements(database);
  return {
    expectation(projectId: number, id: number): StoredExpectation | undefined {
      const row = sql.read.get(projectId, id);
      return row && shapeOf(row);
    },
    count: (projectId: number): number => sql.total.get(projectId) ?? 0,
    /** Lists expectations, newest first. */
    list(projectId: number, { search, test_run: testRun }: Query, { limit, offset }: Page): Listing<StoredExpectation> {
      const found = { projectId, search: searchValue(search), testRun: testRun ?? null, none: noTestRun };
      const rows = sql.list.all({ ...found, limit, offset });
      return { total: sql.count.get(found) ?? 0, results: rows.map(shapeOf) };
    },
    /** Returns the expectations that a check of a test run evaluates: its own, and those of every event. */
    ofCheck: (projectId: number, testRun: string): StoredExpectation[] =>
      sql.ofCheck.all(projectId, testRun).map(shapeOf),
    add(projectId: number, input: ExpectationInput): StoredExpectation {
      return shapeOf(existing(sql.add.get({ ...columnsOf(input), projectId, at: clock.now() })));
    },
    change(projectId: number, id: number, input: ExpectationInput): StoredExpectation {
      return shapeOf(existing(sql.change.get({ ...columnsOf(input), projectId, id, at: clock.now() })));
    },
    remove: (projectId: number, id: number): void => void sql.remove.run(projectId, id),
  };
}

type Query = { search?: string | undefined; test_run?: string | undefined };

function columnsOf({ name, test_run: testRun, ...rule }: ExpectationInput) {
  return { name, testRun, event: rule.event, rule: JSON.stringify(rule) };
}

function shapeOf({ rule, created_at, updated_at, ...row }: Row): StoredExpectation {
  const stored: Rule = parseJson(rule);
  return { ...row, ...stored, created_at: isoTime(created_at), updated_at: isoTime(updated_at) };
}

function statements(database: Database) {
  const columns = 'id, name, test_run, rule, created_at, updated_at';
  const select = `SELECT ${columns} FROM expectations WHERE project_id =`;
  const found = `${containsSearch('name', 'event')} AND (:testRun IS NULL OR ifnull(test_run, :none) = :testRun)`;
  return {
    read: database.prepare<[number, number], Row>(`${select} ? AND id = ?`),
    list: database.prepare<Found & Page, Row>(
      `${select} :projectId AND ${found} ORDER BY id DESC LIMIT :limit OFFSET :offset`,
    ),
    count: database
      .prepare<Found, number>(`SELECT count(*) FROM expectations WHERE project_id = :projectId AND ${found}`)
      .pluck(),
    total: database.prepare<[number], number>('SELECT count(*) FROM expectations WHERE project_id = ?').pluck(),
    ofCheck: database.prepare<[number, string], Row>(`${select} ? AND (test_run = ? OR test_run IS NULL) ORDER BY id`),
    add: database.prepare<object, Row>(
      `INSERT INTO expectations (project_id, name, test_run, event, rule, created_at, updated_at)
       VALUES (:projectId, :name, :testRun, :event, :rule, :at, :at) RETURNING ${columns}`,
    ),
    change: database.prepare<object, Row>(
      `UPDATE expectations SET name = :name, test_run = :testRun, event = :event, rule = :rule, updated_at = :at
       WHERE project_id = :projectId AND id = :id RETURNING ${columns}`,
    ),
    remove: database.prepare<[number, number]>('DELETE FROM expectations WHERE project_id = ? AND id = ?'),
  };
}
