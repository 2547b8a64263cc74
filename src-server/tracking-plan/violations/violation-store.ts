import { jsonType } from '../../core/json/json-type-contract.ts';
import type { Database } from '../../database/open.ts';
import { type PlanViolationKind, planViolationKind } from '../../events/contract.ts';
import type { Violation } from '../contract.ts';
import type { EventBuild } from '../counting/read-counts.ts';

type Of = { id: number; projectId: number; event: string; build: string };
export type ViolationColumns = { kind: string; property: string; wanted: string; got: string };

/** Creates the store of violations. Works in the writer's transaction. */
export function createViolationStore(database: Database) {
  const add = database.prepare<object>(
    `INSERT INTO plan_violations (event_id, kind, property, name_id, build, wanted, got)
     SELECT :id, :kind, :property, n.id, :build, :wanted, :got FROM event_names n
     WHERE n.project_id = :projectId AND n.name = :event ON CONFLICT DO NOTHING`,
  );
  const remove = database.prepare<[number]>('DELETE FROM plan_violations WHERE event_id = ?');
  const setBuild = database.prepare<EventBuild>('UPDATE plan_violations SET build = :build WHERE event_id = :id');
  return {
    setBuild: (of: EventBuild): void => void setBuild.run(of),
    add: (of: Of, violation: Violation): void => void add.run({ ...of, ...columnsOf(violation) }),
    remove: (eventId: number): void => void remove.run(eventId),
  };
}

function columnsOf(violation: Violation): ViolationColumns {
  const { kind } = violation;
  switch (kind) {
    case 'property_missing':
    case 'unknown_property':
      return { kind, property: violation.property, wanted: '', got: '' };
    case 'type_changed':
      return { kind, property: violation.property, wanted: violation.from, got: violation.to };
    case 'value_not_allowed':
      return { kind, property: violation.property, wanted: violation.allowed, got: '' };
    case 'renamed_event':
      return { kind, property: '', wanted: violation.looks_like, got: '' };
  }
}

/** Reads a violation from the columns of `columnsOf`. */
export function violationIn({ kind: text, property, wanted, got }: ViolationColumns): Violation {
  const kind: PlanViolationKind = planViolationKind.parse(text);
  switch (kind) {
    case 'property_missing':
    case 'unknown_property':
      return { kind, property };
    case 'type_changed':
      return { kind, property, from: wanted, to: jsonType.parse(got) };
    case 'value_not_allowed':
      return { kind, property, allowed: wanted };
    case 'renamed_event':
      return { kind, looks_like: wanted };
  }
}
