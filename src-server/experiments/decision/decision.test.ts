import { expect, test } from 'vitest';
import { at, noonForEach, root } from '../api-testing.ts';
import { experimentDecision } from './decision-contract.ts';
import { exposeAndPay, paidSoon as filters } from './decision-testing.ts';

const { server, api, later } = noonForEach();

const decision = async () => experimentDecision.parse((await server.api('GET', `${root}1/decision/`)).body);
const secondary = { secondary_metrics: [{ name: 'Visits', filters: { events: [{ id: 'visited' }] } }] };

test.each([
  ['a test variant won', { control: 80, test: 160 }, 'test', 'won'],
  ['control won', { control: 160, test: 80 }, 'control', 'lost'],
])(
  'the decision has a recommendation, its metrics and the people served: %s',
  async (_name, paying, variant, concluded) => {
    await api.add({ start_date: at(0), filters, ...secondary });
    later(10);
    await exposeAndPay(server, paying);
    expect(await decision()).toMatchObject({
      status: 'running',
      serves: null,
      recommendation: { kind: 'ship', variant, conclusion: concluded },
      rollouts: { won: { variant: 'test' }, lost: { variant: 'control' } },
      result: {
        variants: [
          { key: 'control', exposures: 400 },
          { key: 'test', exposures: 400 },
        ],
      },
      secondary: [{ index: 0, name: 'Visits' }],
      people: { days: 7, total: 800, by_value: { control: 400, test: 400 } },
    });
    later(8 * 24 * 60);
    expect(await decision()).toMatchObject({ people: { total: 0, by_value: {} } });
  },
);

test('without data there is no recommendation', async () => {
  await api.add({ start_date: at(0), filters });
  later(1);
  expect(await decision()).toMatchObject({
    recommendation: { kind: 'none', reason: 'no_exposures' },
    people: { total: 0 },
  });
  expect((await server.api('GET', `${root}9/decision/`)).status).toBe(404);
});
