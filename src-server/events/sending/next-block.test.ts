import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterAccepted, afterRejected, maxSuspects, type NextBlock } from './next-block.ts';

type Item = { id: number };

/** Sends ids as a sender does to a receiver that rejects each block with a bad one. */
function sendAll(ids: readonly number[], bad: ReadonlySet<number>, maxRows: number) {
  let cut: NextBlock<Item> = { rows: maxRows, suspects: [] };
  let after = 0;
  let requests = 0;
  const taken: number[] = [];
  const setAside: number[] = [];
  for (;;) {
    const from = cut.suspects.at(-1)?.id ?? after;
    const block = ids.filter((id) => id > from).slice(0, cut.rows);
    if (block.length === 0)
      return { taken, setAside, held: cut.suspects.map(({ id }) => id), requests, refused: false };
    requests += 1;
    expect(block.length).toBeLessThanOrEqual(maxRows);
    if (block.some((id) => bad.has(id))) {
      const next = afterRejected(
        cut,
        block.map((id) => ({ id })),
      );
      if (next === null) return { taken, setAside, held: [], requests, refused: true };
      cut = next;
    } else {
      taken.push(...block);
      setAside.push(...cut.suspects.map(({ id }) => id));
      after = block.at(-1) ?? after;
      cut = afterAccepted(cut, maxRows);
    }
  }
}

test('each good event is accepted once, in order, and only bad ones are set aside', () => {
  const sets = fc
    .uniqueArray(fc.nat(5000), { maxLength: 300 })
    .map((ids) => ids.map((id) => id + 1).toSorted((a, b) => a - b));
  fc.assert(
    fc.property(
      sets,
      fc.func(fc.integer({ min: 0, max: 9 })),
      fc.integer({ min: 1, max: 64 }),
      (ids, chance, maxRows) => {
        const bad = new Set(ids.filter((id) => chance(id) === 0));
        const { taken, setAside, held, refused } = sendAll(ids, bad, maxRows);
        expect(refused).toBe(false);
        expect(taken).toEqual(ids.filter((id) => !bad.has(id)));
        expect([...setAside, ...held]).toEqual([...bad]);
        // The last ones are suspects until another event is accepted.
        expect(held.every((id) => id > (taken.at(-1) ?? 0))).toBe(true);
      },
    ),
  );
});

test('a bad event in a block takes few requests to find, and later blocks are full again', () => {
  const ids = Array.from({ length: 4000 }, (_, index) => index + 1);
  const { setAside, requests } = sendAll(ids, new Set([777]), 1000);
  expect(setAside).toEqual([777]);
  expect(requests).toBeLessThan(80);
});

test('nothing is set aside if the receiver accepts nothing', () => {
  const ids = Array.from({ length: 2 * maxSuspects }, (_, index) => index + 1);
  const { taken, setAside, refused } = sendAll(ids, new Set(ids), 1000);
  expect({ taken, setAside, refused }).toEqual({ taken: [], setAside: [], refused: true });
});
