import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flagFilters } from '../../flags/contract.ts';
import { flagStateOf } from '../../flags/store.ts';
import { ApiError } from '../../http/error.ts';
import type { Experiment } from '../contract.ts';
import { change, type ExperimentWrite } from './change.ts';
import { now, type Situation, situation } from './change-testing.ts';
import { withFlag } from './flag/variants.ts';
import { runOf, stateOf, statusOf } from './life-cycle.ts';

/** Returns the written change; undefined where it is refused. */
function written({ before, linked, update: sent }: Situation): ExperimentWrite | undefined {
  try {
    return change(before, sent, { linked, named: undefined }, now);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Checks the writes of 2,000 situations; enough of them must have one. */
function holds(check: (given: Situation, write: ExperimentWrite) => void): void {
  let accepted = 0;
  const property = fc.property(situation, (given) => {
    const write = written(given);
    if (write === undefined) return;
    accepted += 1;
    check(given, write);
  });
  fc.assert(property, { numRuns: 2000 });
  expect(accepted).toBeGreaterThan(200);
}

function readAfter({ before }: Situation, { state, flag: { after, replaced } }: ExperimentWrite): Experiment {
  const status = statusOf(runOf(state), now);
  const isMade = before.feature_flag === null && replaced === null;
  return { ...before, ...withFlag(state, after), status, feature_flag: after.deleted ? null : isMade ? 2 : 1 };
}

test('sending back the whole response changes neither the experiment nor its flag', () => {
  const same = situation.map((given) => ({ ...given, update: stateOf(given.before) }));
  const property = fc.property(same, (given) => {
    const write = written(given);
    if (given.before.status === 'draft' && given.linked.flag.deleted) return;
    expect(write?.history).toEqual([]);
    expect(write?.flag.after).toEqual(flagStateOf(given.linked.flag));
  });
  fc.assert(property, { numRuns: 1000 });
});

test('the history has exactly the changes: applied to the state before, it gives the state after', () => {
  holds((given, write) => {
    const { before } = given;
    const after = readAfter(given, write);
    const entries = write.history.filter(({ kind }) => kind !== 'weights_changed');
    expect(entries.length).toBeLessThanOrEqual(1);
    const [entry] = entries;
    const weights = write.history.find(({ kind }) => kind === 'weights_changed');
    if (weights !== undefined) {
      expect(before.status).toBe('running');
      expect(weights).toMatchObject({ before: { variants: before.variants }, after: { variants: after.variants } });
    }
    // Weights of a run are only in their own entry.
    const parameters = weights === undefined ? {} : { parameters: after.parameters };
    expect({ ...stateOf(before), ...entry?.after, ...parameters }).toEqual(stateOf(after));
    expect({ ...stateOf(after), ...entry?.before, ...(weights && { parameters: before.parameters }) }).toEqual(
      stateOf(before),
    );
  });
});

test('only a start turns a flag on, and only removing the start turns it off', () => {
  holds(({ before, linked }, { state, flag: { before: from, after } }) => {
    if (from === null) return expect(after.active).toBe(state.start_date !== null);
    const started = Number(state.start_date !== null) - Number(before.start_date !== null);
    const isKept = started < 0 && linked.rival !== undefined && state.feature_flag_key === before.feature_flag_key;
    expect(after.active).toBe(started === 0 || isKept ? from.active : started > 0);
  });
});

test('after the start, the flag key and the keys and order of variants stay fixed', () => {
  holds(({ before }, { flag: { before: from, after } }) => {
    if (before.status === 'draft') return;
    expect(from).not.toBeNull();
    expect(after.key).toBe(before.feature_flag_key);
    const keysOf = (list: { key: string }[] = []) => list.map(({ key }) => key);
    expect(keysOf(after.filters.multivariate?.variants)).toEqual(keysOf(before.variants));
  });
});

test('a changed flag always fits its own contract, is not deleted, and keeps its conditions', () => {
  holds(({ linked }, { flag: { before: from, after } }) => {
    expect(flagFilters.safeParse(after.filters)).toMatchObject({ success: true });
    expect(after.deleted).toBe(from?.deleted ?? false);
    const shares = after.filters.groups.map(({ rollout_percentage: share }) => share);
    expect(shares).toEqual(from === null ? [100] : linked.flag.filters.groups.map((group) => group.rollout_percentage));
  });
});

test('a repeated change has no effect', () => {
  holds((given, write) => {
    const { flag: changed, state } = write;
    if (changed.before === null || changed.after.deleted) return;
    const linked = { ...given.linked, flag: { ...given.linked.flag, ...changed.after } };
    const again = written({ ...given, before: readAfter(given, write), linked });
    expect(again).toMatchObject({ state, history: [], isLaunched: false, flag: { after: changed.after } });
  });
});
