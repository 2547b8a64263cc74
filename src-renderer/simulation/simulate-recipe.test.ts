import { describe, expect, test } from 'vitest';
import { emptyStep, type Step } from '#server/actions/contract.ts';
import { secondaryRecipes } from './secondary-recipes.ts';
import { type RecipeAction, recipeOf } from './simulate-recipe.ts';

const stepOf = (step: Partial<Step>): Step => ({ ...emptyStep, id: '1', ...step });

const actionOf = (steps: Partial<Step>[], deleted = false): RecipeAction => ({
  id: 3,
  name: 'Paid',
  deleted,
  steps: steps.map(stepOf),
});

const one = (properties: object[], id: string | null = 'paid') => ({ events: [{ id, properties }] });

test('a funnel is its steps in their order, whichever list they are in', () => {
  const events = [
    { id: 'last', order: 2 },
    { id: 'first', order: 0 },
  ];
  const recipe = recipeOf({ events, actions: [{ id: 3, order: 1 }] }, [actionOf([{ event: 'paid' }])]);
  expect(recipe).toMatchObject({ kind: 'conversion', windowMs: 14 * 86_400_000 });
  expect(recipe.steps.map(({ event }) => event)).toEqual(['first', 'paid', 'last']);
  expect(recipe.steps[1]?.label).toBe('action “Paid”');
});

test('a trend and a window are taken as given', () => {
  expect(recipeOf({ insight: 'TRENDS', events: [{ id: 'a' }] }, []).kind).toBe('mean_count');
  expect(recipeOf({ events: [{ id: 'a' }], funnel_window_days: 0.5 }, []).windowMs).toBe(43_200_000);
});

test('the properties of the metric hold for every step, those of a person for the person', () => {
  const properties = [
    { key: 'shop', value: 'de' },
    { key: 'plan', value: ['pro', 'team'], type: 'person' },
  ];
  const recipe = recipeOf({ events: [{ id: 'a', properties: [{ key: 'x', value: 1 }] }, { id: 'b' }], properties }, []);
  expect(recipe.steps.map((step) => step.properties)).toEqual([{ x: 1, shop: 'de' }, { shop: 'de' }]);
  expect(recipe.personProperties).toEqual({ plan: 'pro' });
});

const met: [filters: object[], properties: object][] = [
  [[{ key: 'a', value: 5, operator: 'gt' }], { a: 6 }],
  [[{ key: 'a', value: '5', operator: 'lte' }], { a: 5 }],
  [[{ key: 'a', operator: 'is_set' }], { a: 'simulated' }],
  [[{ key: 'a', value: 'shop', operator: 'icontains' }], { a: 'shop' }],
  [[{ key: 'a', operator: 'is_not_set' }], {}],
  [[{ key: 'a', value: 'x', operator: 'is_not' }], {}],
  [
    [
      { key: 'a', value: 5, operator: 'gte' },
      { key: 'a', value: 10, operator: 'lt' },
    ],
    { a: 5 },
  ],
];
test.each(met)('values that meet %o are created', (filters, properties) => {
  expect(recipeOf(one(filters), []).steps[0]?.properties).toEqual(properties);
});

test('any event can be simulated where a property separates it from the exposure', () => {
  expect(recipeOf(one([{ key: 'a', value: 1 }], null), []).steps[0]).toMatchObject({ event: 'simulated event' });
});

const steps: [step: Partial<Step>, event: string, properties: object][] = [
  [{ event: 'paid', properties: { amount: 40 } }, 'paid', { amount: 40 }],
  [{ event: 'paid', properties: { amount: { value: 40, operator: 'gte' } } }, 'paid', { amount: 40 }],
  [{ event: 'paid', properties: [{ key: 'amount', value: 40 }] }, 'paid', { amount: 40 }],
  [{ url: '/thanks' }, '$pageview', { $current_url: 'https://app.example/thanks' }],
  [{ url: 'https://shop.example/a', url_matching: 'exact' }, '$pageview', { $current_url: 'https://shop.example/a' }],
  [{ text: 'Buy', tag_name: 'button' }, '$autocapture', { $elements: [{ tag_name: 'button', $el_text: 'Buy' }] }],
];
test.each(steps)('the action step %o is done by an event it matches', (step, event, properties) => {
  expect(recipeOf({ actions: [{ id: 3 }] }, [actionOf([step])]).steps[0]).toMatchObject({ event, properties });
});

test('the first step of an action that events can be created for is done', () => {
  const action = actionOf([{ selector: '.buy' }, { event: 'paid' }]);
  expect(recipeOf({ actions: [{ id: '3' }] }, [action]).steps[0]?.event).toBe('paid');
});

describe('what cannot be simulated is refused with the reason', () => {
  const refused: [filters: object, actions: RecipeAction[], says: RegExp | string][] = [
    [{}, [], /no metric yet/],
    [{ events: 'x' }, [], /cannot be read/],
    [one([], null), [], /any event/],
    [one([{ key: 'plan', value: 'pro', type: 'person' }], null), [], /any event/],
    [one([], '$feature_flag_called'), [], /every simulated user sends/],
    [one([{ key: 'a', value: '^x', operator: 'regex' }]), [], /property “a” \(regex\) of paid/],
    [
      one([
        { key: 'a', value: 'x' },
        { key: 'a', value: 'y' },
      ]),
      [],
      /property “a”/,
    ],
    [
      one([
        { key: 'a', value: 'x' },
        { key: 'a', operator: 'is_not_set' },
      ]),
      [],
      /is_not_set/,
    ],
    [{ actions: [{ id: 3 }] }, [], /deleted/],
    [
      { events: [{ id: 'a' }], benchtop: { kind: 'retention', return_days: [1, 7] } },
      [],
      'kinds “Conversion”, “Events per person”, “Mean of a property”. The primary metric is of the kind “Retention”.',
    ],
    [
      {
        ...one([{ key: 'amount', value: 10, operator: 'gt' }]),
        insight: 'TRENDS',
        benchtop: { kind: 'mean_property', property: 'amount' },
      },
      [],
      /sums the property “amount” and filters by it/,
    ],
    [{ actions: [{ id: 3 }] }, [actionOf([{ event: 'paid' }], true)], /deleted/],
    [{ actions: [{ id: 3 }] }, [actionOf([])], /has no step/],
    [{ actions: [{ id: 3 }] }, [actionOf([{ selector: '.buy' }])], /CSS selector/],
    [{ actions: [{ id: 3 }] }, [actionOf([{ url: '/a.*', url_matching: 'regex' }])], /URL regex/],
    [{ actions: [{ id: 3 }] }, [actionOf([{ event: 'paid' }, {}])], /also matches \$feature_flag_called/],
  ];
  test.each(refused)('%o', (filters, actions, says) => {
    expect(() => recipeOf(filters, actions)).toThrow(says);
  });
});

test('a secondary metric without events of its own says why', () => {
  type Metric = Parameters<typeof secondaryRecipes>[1][number];
  const plan = (value: string, event: string): Metric => ({
    filters: { events: [{ id: event }], properties: [{ key: 'plan', value, operator: 'exact', type: 'person' }] },
  });
  const retention: Metric = {
    filters: { events: [{ id: 'b' }], benchtop: { kind: 'retention', return_days: [1, 7] } },
  };
  const metrics = [plan('pro', 'b'), plan('free', 'c'), retention, plan('pro', 'a')];
  const recipes = secondaryRecipes(recipeOf({ events: [{ id: 'a' }] }, []), metrics, []);
  expect(recipes).toEqual([expect.objectContaining({}), 'opposed_people', 'no_events', 'shared_events']);
});
