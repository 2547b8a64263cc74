import { expect, test } from 'vitest';
import { CatchUp } from './catch-up.ts';
import { NameCounts } from './name-counts.ts';
import type { KnownName } from './plan-counter.ts';

const knownOf = (name: string): KnownName => ({
  projectId: 1,
  name,
  nameId: 1,
  counts: new NameCounts(),
  lastId: 0,
  isBehind: true,
  changes: 0,
});

/** A catch-up whose names need no counting. */
function catchUpOf(...names: KnownName[]): CatchUp {
  const counter = {
    known: (_projectId: number, name: string) => names.find((each) => each.name === name),
    store: { stored: () => undefined },
  };
  return new CatchUp({ counter, settingsOf: () => ({ build_property: null }) } as never);
}

test.each(Array.from({ length: 20 }, (_, ticks) => [ticks]))(
  'a name that is added %i promises after another one is counted too',
  async (ticks) => {
    const [first, second] = [knownOf('first'), knownOf('second')];
    const catchUp = catchUpOf(first, second);
    catchUp.add(first, false);
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    catchUp.add(second, false);
    await new Promise(setImmediate);
    expect(catchUp.isCounting(1)).toBe(false);
  },
);
