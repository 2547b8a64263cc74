import { isoTime } from '../../../core/text/time-contract.ts';
import type { Database } from '../../../database/open.ts';
import type { PersonExposure } from '../person-exposure-contract.ts';
import { type ExposedRunArgs, type Memory, readExposedRun } from '../results.ts';
import { exposureStateOf } from './exposures.ts';

export type PersonExposureArgs = Pick<ExposedRunArgs, 'projectId' | 'experiment' | 'now' | 'testRun'> & {
  personId: number;
};

const none = { variant: null, at: null, event: null };

/** Reads how the results of an experiment count a person. Costs as much as reading all exposures. Yields periodically. */
export function* readPersonExposure(
  database: Database,
  { personId, ...args }: PersonExposureArgs,
  memory: Memory,
): Generator<void, PersonExposure> {
  const asked = { ...args, people: 'everyone', hasDays: false, needsEvents: true, metrics: [] } as const;
  const exposedRun = yield* readExposedRun(database, asked, memory);
  if (exposedRun === null) return { state: 'not_started', source: null, ...none };
  const { exposed, run, experiment } = exposedRun;
  const ref = database
    .prepare<[number], number>('SELECT id FROM distinct_ids WHERE person_id = ? LIMIT 1')
    .pluck()
    .get(personId);
  const state = ref === undefined ? 'not_exposed' : exposureStateOf(exposed, ref);
  const { source } = exposed;
  if (ref === undefined || state !== 'exposed') return { state, source, ...none };
  const person = exposed.personOf[ref] || ref;
  const uuid = database.prepare<[number], string>('SELECT uuid FROM events WHERE id = ?').pluck();
  return {
    state,
    source,
    variant: experiment.variants[(exposed.variant[person] ?? 0) - 1]?.key ?? null,
    at: isoTime(run.start + (exposed.since[person] ?? 0)),
    event: uuid.get(exposed.event[person] ?? 0) ?? null,
  };
}
