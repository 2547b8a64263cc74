import { expect, test } from 'vitest';
import { action, type StepInput } from '../../actions/contract.ts';
import { at, noonForEach } from '../api-testing.ts';
import { labOf } from '../results/results-testing.ts';

const { api, later, runChanges, server } = noonForEach();

const path = '/api/projects/1/actions/';
const steps = (event: string): Pick<StepInput, 'event'>[] => [{ event }];
const counting = (id: number | string) => ({ insight: 'TRENDS', actions: [{ id }] });

async function bought() {
  return action.parse((await server.api('POST', path, { name: 'Bought', steps: steps('bought') })).body);
}
const change = (id: number, body: object) => server.api('PATCH', `${path}${id}/`, body);

test('a changed action is a change of the experiments that count it, running or ended', async () => {
  const { id } = await bought();
  await api.add({ filters: counting(id), start_date: at(0) });
  const ended = await api.add({ feature_flag_key: 'old', filters: counting(String(id)), start_date: at(0) });
  await api.add({ feature_flag_key: 'draft', filters: counting(id) });
  await api.add({ feature_flag_key: 'other', start_date: at(0), filters: { events: [{ id: 'bought' }] } });
  later(5);
  await api.change(ended.id, { end_date: 'now' });
  later(5);
  await change(id, { steps: steps('paid') });

  const changed = [`${at(10)} action_changed`];
  expect([1, 2, 3, 4].map(runChanges)).toEqual([changed, changed, [], []]);
  const [entry] = await api.history(1);
  expect(entry).toMatchObject({
    kind: 'action_changed',
    at: at(10),
    user: { id: 1 },
    before: { action: { id, name: 'Bought', steps: steps('bought') } },
    after: { action: { id, name: 'Bought', steps: steps('paid') } },
  });
  expect((await labOf(server).result(1)).health?.changes).toEqual([{ kind: 'action_changed', at: at(10) }]);
  expect((await api.history(3)).map(({ kind }) => kind)).toEqual(['created']);
});

test.each([
  [
    'in a denominator',
    { filters: { events: [{ id: 'a' }], benchtop: { kind: 'ratio', denominator: { actions: [{ id: 1 }] } } } },
  ],
  ['of a secondary metric', { secondary_metrics: [{ name: 'Sales', filters: counting(1) }] }],
  [
    'in the denominator of one',
    {
      secondary_metrics: [
        { filters: { events: [{ id: 'a' }], benchtop: { kind: 'ratio', denominator: { actions: [{ id: 1 }] } } } },
      ],
    },
  ],
])('so is one %s, and the experiment is listed as one that uses it', async (_, metrics) => {
  const { id } = await bought();
  await api.add({ ...metrics, start_date: at(0) });
  later(1);
  await change(id, { steps: steps('paid') });
  expect(runChanges(1)).toEqual([`${at(1)} action_changed`]);
  expect((await api.list(`?action=${id}`)).count).toBe(1);
});

test('so is its deletion, until it is restored, but not another name or the same steps', async () => {
  const { id } = await bought();
  await api.add({ filters: counting(id), start_date: at(0) });
  later(1);
  await change(id, { name: 'Ordered', tags: ['sales'], steps: steps('bought') });
  expect(runChanges(1)).toEqual([]);
  await change(id, { deleted: true });
  expect(runChanges(1)).toEqual([`${at(1)} action_changed`]);
  later(1);
  await change(id, { deleted: false });
  expect(runChanges(1)).toEqual([]);
});

test('a change before the launch is none', async () => {
  const { id } = await bought();
  await api.add({ filters: counting(id) });
  await change(id, { steps: steps('paid') });
  later(1);
  await api.change(1, { start_date: 'now' });
  expect(runChanges(1)).toEqual([]);
});
