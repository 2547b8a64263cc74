import { describe, expect, test } from 'vitest';
import { filterQuery } from './filter-query.ts';
import { type FilterToken, parseFilter, printFilter } from './filter-tokens.ts';
import { tokenSentence } from './filter-words.ts';

const property = (key: string, operator: string, value?: unknown) => ({
  kind: 'property',
  filter: value === undefined ? { key, operator } : { key, operator, value },
});

describe('parseFilter', () => {
  test.each([
    ['event:signup', [{ kind: 'event', value: 'signup' }]],
    ['event:"Order completed"', [{ kind: 'event', value: 'Order completed' }]],
    ['event:a|b', [{ kind: 'events', value: 'a|b', not: false }]],
    ['event:check*', [{ kind: 'events', value: 'check*', not: false }]],
    ['event:"a*b"', [{ kind: 'event', value: 'a*b' }]],
    [
      '-event:$pageview !event:"a b"',
      [
        { kind: 'events', value: '$pageview', not: true },
        { kind: 'events', value: '"a b"', not: true },
      ],
    ],
    ['event:a|b event:c', [{ kind: 'event', value: 'c' }]],
    ['person:u1', [{ kind: 'person', value: 'u1' }]],
    ['distinct_id:u1', [{ kind: 'distinct_id', value: 'u1' }]],
    ['warning:Invalid_uuid', [{ kind: 'warning', value: 'invalid_uuid' }]],
    ['is:Pinned', [{ kind: 'is', value: 'pinned' }]],
    ['reason:no_distinct_id', [{ kind: 'reason', value: 'no_distinct_id' }]],
    [
      'type:total=number type:cart.sku=string',
      [
        { kind: 'type', key: 'total', type: 'number' },
        { kind: 'type', key: 'cart.sku', type: 'string' },
      ],
    ],
    ['properties.cart.total>5', [property('cart.total', 'gt', 5)]],
    ['has:properties.cart', [property('cart', 'is_set')]],
    ['cart.items.0.sku=x', [property('cart.items.0.sku', 'exact', 'x')]],
    ['mailto:ada', [{ kind: 'text', value: 'mailto:ada' }]],
    ['person:#12', [{ kind: 'person_id', value: 12 }]],
    ['status:Dropped', [{ kind: 'status', value: 'dropped' }]],
    ['request:42', [{ kind: 'request', value: 42 }]],
    ['test_run:checkout-1.24 test_run:(none)', [{ kind: 'test_run', value: '(none)' }]],
    ['since:15m', [{ kind: 'since', value: '15m' }]],
    ['plan=pro', [property('plan', 'exact', 'pro')]],
    ['plan=pro|team', [property('plan', 'exact', ['pro', 'team'])]],
    ['plan="a|b"', [property('plan', 'exact', 'a|b')]],
    ['plan!=pro', [property('plan', 'is_not', 'pro')]],
    ['!plan=pro', [property('plan', 'is_not', 'pro')]],
    ['price>10', [property('price', 'gt', 10)]],
    ['price<=10.5', [property('price', 'lte', 10.5)]],
    ['since_date>2026-03-01', [property('since_date', 'is_date_after', '2026-03-01')]],
    ['born=@2026-03-01', [property('born', 'is_date_exact', '2026-03-01')]],
    ['url~checkout', [property('url', 'icontains', 'checkout')]],
    ['url!~checkout', [property('url', 'not_icontains', 'checkout')]],
    ['$current_url=~^https?://', [property('$current_url', 'regex', '^https?://')]],
    ['url!=~\\d+$', [property('url', 'not_regex', '\\d+$')]],
    ['has:plan', [property('plan', 'is_set')]],
    ['!has:plan', [property('plan', 'is_not_set')]],
    ['"my key"="a b"', [property('my key', 'exact', 'a b')]],
    [
      'person.email~@shop',
      [{ kind: 'property', filter: { key: 'email', type: 'person', operator: 'icontains', value: '@shop' } }],
    ],
    [
      'has:person.email !has:person.phone',
      [
        { kind: 'property', filter: { key: 'email', type: 'person', operator: 'is_set' } },
        { kind: 'property', filter: { key: 'phone', type: 'person', operator: 'is_not_set' } },
      ],
    ],
    ['properties.person.plan=pro', [property('person.plan', 'exact', 'pro')]],
    ['checkout failed', [{ kind: 'text', value: 'checkout failed' }]],
    ['"event:signup"', [{ kind: 'text', value: 'event:signup' }]],
    ['"plan":"pro"', [{ kind: 'text', value: '"plan":"pro"' }]],
    ['https://shop.example/a?b=c', [{ kind: 'text', value: 'https://shop.example/a?b=c' }]],
    ['   ', []],
  ])('reads %s', (line, tokens) => {
    expect(parseFilter(line)).toEqual({ tokens, problems: [] });
  });

  test.each([
    'status:lost',
    'request:x',
    'since:soon',
    'since:2026-02-30',
    'born>2026-02-30',
    'until:2026-03-01T25:00',
    'plan=',
    'price>much',
    '!person:ada',
    'event:',
    'type:total',
    'warning:odd',
    'event:|',
    '-event:||',
  ])('says what is wrong with %s and leaves it out', (line) => {
    const { tokens, problems } = parseFilter(`has:plan ${line}`);
    expect(tokens).toEqual([property('plan', 'is_set')]);
    expect(problems).toEqual([{ text: line, message: expect.stringMatching(/\.$/) }]);
  });

  test('a second token of a single kind replaces the first; properties add up', () => {
    expect(parseFilter('event:a plan=pro event:b price>1').tokens).toEqual([
      property('plan', 'exact', 'pro'),
      { kind: 'event', value: 'b' },
      property('price', 'gt', 1),
    ]);
  });
});

describe('printFilter', () => {
  test.each([
    'event:signup plan=pro checkout failed',
    'event:"Order completed" person:#12',
    '-event:a -event:"b c" event:check*|sign* type:total=number type:"my key=null" warning:any distinct_id:u1',
    'person:"#12"',
    'status:dropped reason:no_distinct_id request:42 since:15m until:2026-03-01',
    'plan=pro|team plan!="a|b" "my key"="a \\"b\\""',
    'price>10 price<=20 born>2026-03-01 born=@2026-03-01',
    'url=~^https url!~x has:plan !has:"my key" person.email="@x"',
    '"event:signup"',
    '"  "',
    '"plan=pro"',
    'a=""',
  ])('%s reads back as the same tokens', (line) => {
    const { tokens, problems } = parseFilter(line);
    expect(problems).toEqual([]);
    expect(parseFilter(printFilter(tokens))).toEqual({ tokens, problems: [] });
  });

  test('a token clicked in the list survives whatever its value holds', () => {
    for (const value of [
      'plain',
      'two words',
      '"quoted"',
      'back\\slash',
      'a=b',
      'event:x',
      '#3',
      '|',
      '-x',
      '!y',
      'ü~ß',
      'person.plan',
      'properties.plan',
    ]) {
      for (const kind of ['event', 'person', 'distinct_id', 'text'] as const) {
        const tokens: FilterToken[] = [{ kind, value }];
        expect(parseFilter(printFilter(tokens))).toEqual({ tokens, problems: [] });
      }
      const ofProperty: FilterToken[] = [
        { kind: 'property', filter: { key: value, operator: 'exact', value } },
        { kind: 'property', filter: { key: value, operator: 'is_set' } },
        { kind: 'type', key: value, type: 'number' },
      ];
      for (const token of ofProperty) {
        expect(parseFilter(printFilter([token]))).toEqual({ tokens: [token], problems: [] });
      }
    }
  });
});

test('filterQuery gives the parameters of GET events/', () => {
  const { tokens } = parseFilter('event:signup person:u1 since:15m plan=pro price>3 failed card');
  expect(filterQuery(tokens, Date.parse('2026-03-01T12:00:00Z'))).toEqual({
    status: 'all',
    event: 'signup',
    person: 'u1',
    date_from: '2026-03-01T11:45:00.000Z',
    search: 'failed card',
    properties: JSON.stringify([
      { key: 'plan', value: 'pro', operator: 'exact' },
      { key: 'price', value: 3, operator: 'gt' },
    ]),
  });
});

test('filterQuery leaves dates to the server, which reads them as UTC and a day without a time as a whole', () => {
  expect(filterQuery(parseFilter('since:2026-03-01T10:00 until:2026-03-02').tokens, 0)).toMatchObject({
    date_from: '2026-03-01T10:00',
    date_to: '2026-03-02',
  });
});

test('filterQuery asks from the earliest time of an event, however long ago the moment is', () => {
  expect(filterQuery(parseFilter('since:999999d').tokens, Date.parse('2026-03-01T12:00:00Z'))).toMatchObject({
    date_from: '0001-01-01T00:00:00.000Z',
  });
});

test.each([
  ['evnt:signup', 'There is no field “evnt”. Did you mean event:signup?'],
  ['reson:no_data', 'There is no field “reson”. Did you mean reason:no_data?'],
  ['reason:no_distinctid', 'No reason is called “no_distinctid”. Did you mean reason:no_distinct_id?'],
  ['status:droped', 'No status is called “droped”. Did you mean status:dropped?'],
])('%s asks whether another was meant', (line, message) => {
  expect(parseFilter(line).problems).toEqual([{ text: line, message: expect.stringContaining(message) }]);
});

test.each([
  ['not plan=pro', 'Write !plan=pro for the opposite'],
  ['NOT has:plan', 'Write !has:plan for the opposite'],
  ['and plan=pro', 'Leave out “and” before plan=pro'],
  ['or  event:b', 'Conditions cannot be joined by “or”'],
  ['not -event:b', 'Write event:b for the opposite'],
  ['not total<5', 'Write !total<5 for the opposite'],
  ['not status:dropped', 'status: cannot be negated'],
  ['not type:total', 'type: cannot be negated'],
])('%s is an error, not a search for the word', (line, message) => {
  expect(parseFilter(`event:a ${line}`)).toEqual({
    tokens: [{ kind: 'event', value: 'a' }],
    problems: [{ text: line, message: expect.stringContaining(message) }],
  });
});

test.each(['not found', 'not', 'to be or not', '"not"'])('%s without a condition after it is text', (line) => {
  const { tokens, problems } = parseFilter(line);
  expect({ tokens, problems }).toEqual({ tokens: [{ kind: 'text', value: line.replaceAll('"', '') }], problems: [] });
  const withCondition = [...tokens, ...parseFilter('plan=pro').tokens];
  expect(parseFilter(printFilter(withCondition)).problems).toEqual([]);
});

test('a text with two marks that stand alone is read as it was', () => {
  const tokens: FilterToken[] = [{ kind: 'text', value: '5 " by 7 " wide' }];
  expect(parseFilter(printFilter(tokens))).toEqual({ tokens, problems: [] });
});

test('a long text of such words is text', () => {
  const value = Array.from({ length: 20_000 }, () => 'not').join(' ');
  expect(parseFilter(value)).toEqual({ tokens: [{ kind: 'text', value }], problems: [] });
});

test('filterQuery asks for names by pattern, for types, and for none of some names', () => {
  const { tokens } = parseFilter('event:a|check* -event:b -event:"c*" type:total=number warning:any');
  expect(filterQuery(tokens, 0)).toEqual({
    status: 'all',
    event_any: '["a","check*"]',
    event_none: '["b","c\\\\*"]',
    property_types: '[{"key":"total","type":"number"}]',
    warning: 'any',
  });
});

test('tokenSentence says a token in words', () => {
  const sentences = parseFilter('plan=pro|team !has:email since:15m person.plan~x boom').tokens.map((token) =>
    tokenSentence(token),
  );
  expect(sentences).toEqual([
    'plan is pro or team',
    'email is not set',
    'since 15 minutes ago',
    'person’s plan contains x',
    'anything contains boom',
  ]);
});

test('of a filter in effect tokenSentence names the moment that it counts from', () => {
  const setAt = new Date(2025, 10, 29, 12).getTime();
  const sentences = parseFilter('since:15m until:2026-12-01').tokens.map((token) => tokenSentence(token, setAt));
  expect(sentences).toEqual(['since 29 Nov 2025 11:45:00', 'until 2026-12-01']);
});
