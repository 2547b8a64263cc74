import { expect, test } from 'vitest';
import { action } from '../../../actions/contract.ts';
import { experiment } from '../../contract.ts';
import { exposedAndPaid, labForEach, type PaidByVariant, trend } from '../results-testing.ts';

const { lab, server } = labForEach();

/** Launches an experiment with this many people, and those who paid. */
async function launched(filters: object, people: PaidByVariant): Promise<number> {
  const id = await lab.add({ start_date: '2026-11-11T12:00:00Z', filters });
  await lab.capture(exposedAndPaid(people));
  return id;
}
const stepsOf = async (id: number) => (await lab.result(id)).verdict.next;

test('a split that an override for everyone decided for a while asks for a new run', async () => {
  const id = await launched(trend, { control: [150, 40], test: [60, 20] });
  expect(await stepsOf(id)).toEqual([{ code: 'find_split_cause' }]);
  const { body } = await server.api('GET', `/api/projects/@current/experiments/${id}/`);
  const path = `/api/projects/@current/feature_flags/${experiment.parse(body).feature_flag}/overrides/`;
  await server.api('POST', path, { value: 'control' });
  expect(await stepsOf(id)).toEqual([{ code: 'start_new_run', cause: 'override' }]);
  expect((await lab.result(id)).explanation).toContain(
    'an override served everyone the same value. Trust only a new run.',
  );
});

test('a metric of a deleted action asks to restore it, and not to wait', async () => {
  const path = '/api/projects/@current/actions/';
  const made = await server.api('POST', path, { name: 'Paid', steps: [{ event: 'paid' }] });
  const { id: actionId } = action.parse(made.body);
  const id = await launched(
    { insight: 'TRENDS', actions: [{ id: actionId }] },
    { control: [150, 40], test: [150, 42] },
  );
  expect(await stepsOf(id)).toContainEqual(expect.objectContaining({ code: 'wait' }));
  await server.api('PATCH', `${path}${actionId}/`, { deleted: true });
  expect(await stepsOf(id)).toEqual([{ code: 'fix_metric' }]);
  const { explanation } = await lab.result(id);
  expect(explanation).toContain(
    'The action "Paid" is deleted, so it counts nothing. Restore it, or choose another one.',
  );
  await lab.change(id, { end_date: 'now' });
  expect(await stepsOf(id)).toEqual([{ code: 'fix_metric' }]);
});
