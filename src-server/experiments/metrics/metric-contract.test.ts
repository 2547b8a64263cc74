import { expect, test } from 'vitest';
import { serverForEach } from '../../testing/server-hooks.ts';
import { experimentApi, refused, root } from '../api-testing.ts';

const server = serverForEach();

const visits = { events: [{ id: 'visited' }] };

test('the options of every kind are kept as sent', async () => {
  const api = experimentApi(server);
  const { id } = await api.add();
  for (const benchtop of [
    { kind: 'conversion', direction: 'decrease', minimum_effect: 2 },
    { kind: 'mean_count', window_days: 7, cap_share: 0 },
    { kind: 'mean_property', property: 'amount', cap_share: 0.05, window_days: 0.5 },
    { kind: 'ratio', property: 'amount', denominator: { ...visits, property: 'items' }, window_days: null },
    { kind: 'retention', return_days: [7, 7] },
    { kind: 'mean_count', direction: 'increase', minimum_effect: 500 },
    { kind: 'mean_property', property: 'profit', direction: 'decrease', minimum_effect: 150 },
    { kind: 'ratio', property: 'profit', denominator: visits, direction: 'decrease', minimum_effect: 150 },
  ]) {
    const filters = { ...visits, benchtop };
    expect(await api.change(id, { filters })).toMatchObject({ filters });
  }
  const secondary_metrics = [{ name: 'Refunds', filters: { ...visits, benchtop: { guardrail: { margin: 1 } } } }];
  const never = [{ filters: { ...visits, benchtop: { direction: 'decrease', minimum_effect: 100 } } }];
  expect(await server.api('PATCH', `${root}${id}/`, { secondary_metrics: never })).toMatchObject(
    refused('invalid_input', 'secondary_metrics__0__filters__benchtop__minimum_effect'),
  );
  expect(await api.change(id, { secondary_metrics })).toMatchObject({ secondary_metrics });
});

const tooMany = 'must be omitted';
test.each<[string, object, string, string, string]>([
  ['an unknown kind', { benchtop: { kind: 'median' } }, 'invalid_choice', 'benchtop__kind', ''],
  ['options that are a list', { benchtop: [] }, 'invalid_input', 'benchtop', ''],
  ['a mean without its property', { benchtop: { kind: 'mean_property' } }, 'required', 'benchtop__property', 'given'],
  ['a ratio without its denominator', { benchtop: { kind: 'ratio' } }, 'required', 'benchtop__denominator', 'given'],
  [
    'a denominator that counts nothing',
    { benchtop: { kind: 'ratio', denominator: { events: [] } } },
    ...(['invalid_input', 'benchtop__denominator', 'an event or an action'] as const),
  ],
  [
    'a condition of the denominator that cannot be used',
    {
      benchtop: {
        kind: 'ratio',
        denominator: { events: [{ properties: [{ key: 'x', operator: 'regex', value: '(' }] }] },
      },
    },
    ...(['invalid_input', 'benchtop__denominator__events__0__properties__0__value', ''] as const),
  ],
  ['retention without days', { benchtop: { kind: 'retention' } }, 'required', 'benchtop__return_days', 'given'],
  [
    'days the wrong way round',
    { benchtop: { kind: 'retention', return_days: [7, 3] } },
    ...(['invalid_input', 'benchtop__return_days', 'the first not after the last'] as const),
  ],
  [
    'half a day',
    { benchtop: { kind: 'retention', return_days: [0.5, 3] } },
    'invalid_input',
    'benchtop__return_days__0',
    '',
  ],
  [
    'the day of the exposure',
    { benchtop: { kind: 'retention', return_days: [0, 3] } },
    'invalid_input',
    'benchtop__return_days__0',
    'day 1 or later',
  ],
  ['no effect', { benchtop: { minimum_effect: 0 } }, 'invalid_input', 'benchtop__minimum_effect', ''],
  ...(
    [
      ['a share', {}],
      ['a count', { kind: 'mean_count' }],
      ['a ratio of counts', { kind: 'ratio', denominator: { events: [{ id: 'seen' }] } }],
    ] as const
  ).map(([what, of]): [string, object, string, string, string] => [
    `a decrease of ${what} to below 0`,
    { ...visits, benchtop: { ...of, direction: 'decrease', minimum_effect: 100 } },
    ...(['invalid_input', 'benchtop__minimum_effect', 'cannot fall below 0'] as const),
  ]),
  ['a large cap', { benchtop: { kind: 'mean_count', cap_share: 0.06 } }, 'invalid_input', 'benchtop__cap_share', ''],
  ['a window of a funnel', { benchtop: { window_days: 3 } }, 'invalid_input', 'benchtop__window_days', tooMany],
  [
    'a window of retention',
    { benchtop: { kind: 'retention', return_days: [1, 2], window_days: 3 } },
    ...(['invalid_input', 'benchtop__window_days', tooMany] as const),
  ],
  [
    'a property that is counted',
    { insight: 'TRENDS', benchtop: { property: 'x' } },
    'invalid_input',
    'benchtop__property',
    tooMany,
  ],
  ['a cap of a share', { benchtop: { cap_share: 0.01 } }, 'invalid_input', 'benchtop__cap_share', tooMany],
  [
    'days of a trend',
    { insight: 'TRENDS', benchtop: { return_days: [1, 2] } },
    'invalid_input',
    'benchtop__return_days',
    tooMany,
  ],
  [
    'an insight of another kind',
    { insight: 'FUNNELS', benchtop: { kind: 'mean_count' } },
    ...(['invalid_input', 'insight', 'must be TRENDS or omitted'] as const),
  ],
  [
    'two directions',
    { direction: 'increase', benchtop: { direction: 'decrease' } },
    'invalid_input',
    'direction',
    tooMany,
  ],
])('%s is refused at its field', async (_what, filters, code, attr, detail) => {
  const { id } = await experimentApi(server).add();
  const answer = await server.api('PATCH', `${root}${id}/`, { filters });
  expect(answer).toMatchObject(refused(code, `filters__${attr}`));
  expect((answer.body as { detail: string }).detail).toContain(detail);
});
