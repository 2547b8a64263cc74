import { expect, test } from 'vitest';
import { exposedAndPaid, inNovember, labForEach } from './results-testing.ts';

const { lab } = labForEach();

test.each([
  [0, true],
  [null, false],
])('a verdict says where the flag decides by group (type %j): %j', async (aggregation_group_type_index, isSaid) => {
  const id = await lab.add({ filters: { events: [{ id: 'paid' }], funnel_window_days: 1 } });
  await lab.changeFlag(id, { filters: { aggregation_group_type_index } });
  await lab.change(id, { start_date: inNovember(11) });
  await lab.capture(exposedAndPaid({ control: [400, 40], test: [400, 120] }));
  const { verdict, explanation } = await lab.result(id);
  expect(verdict.kind).toBe('better');
  expect(verdict.cautions.some(({ code }) => code === 'by_group')).toBe(isSaid);
  expect(explanation.includes('Differences look more certain than they are.')).toBe(isSaid);
});
