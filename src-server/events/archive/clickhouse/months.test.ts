import { expect, test } from 'vitest';
import { finalSettings } from './months.ts';

const apart = 'SETTINGS do_not_merge_across_partitions_select_final = 1';

test.each([
  ['18.16.1', ''],
  ['20.3.21.2', ''],
  ['21.1.2.15', apart],
  ['26.7.3.1', apart],
  ['', ''],
])('a query with FINAL to version %j ends with %j', (version, end) => {
  expect(finalSettings(version)).toBe(end);
});
