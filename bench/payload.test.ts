import { expect, test } from 'vitest';
import { z } from 'zod';
import { requestTemplate, uuidOf } from './payload.ts';

test('uuids are valid, in order and unique per number and stream', () => {
  const uuids = [uuidOf(0, 1), uuidOf(1, 1), uuidOf(99_999, 1), uuidOf(0, 2)];
  expect(uuids.every((uuid) => z.uuidv7().safeParse(uuid).success)).toBe(true);
  expect(new Set(uuids).size).toBe(4);
  expect([uuids[0], uuids[1], uuids[2]].toSorted()).toEqual([uuids[0], uuids[1], uuids[2]]);
});

test('a template has the positions of the uuids and persons of its events', () => {
  const { body, slots } = requestTemplate('phc_x', 100);
  expect(slots).toHaveLength(200);
  const [first] = slots;
  expect(first?.kind).toBe('uuid');
  expect(body.toString().slice(first?.offset, (first?.offset ?? 0) + 36)).toBe(uuidOf(0, 0));
});
