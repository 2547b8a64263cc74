import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#server/core/contract.ts';
import { experimentInput } from '#server/experiments/contract.ts';
import { experimentOf } from '#server/experiments/experiment-testing.ts';
import { changedFields, isUnchanged } from '../../ui/form/changed-fields.ts';
import {
  formOf,
  inputOf,
  isForeign,
  keyFromName,
  newForm,
  withJson,
  withKey,
  withName,
  withoutVariant,
  withVariant,
} from './experiment-form-values.ts';
import { newNamedMetric } from './metrics/metric-draft.ts';

const variants = [
  { key: 'control', rollout_percentage: 50, color: 'red' },
  { key: 'test', name: 'New', rollout_percentage: 50 },
];

describe('the form of an experiment', () => {
  test('a new one is what the server takes, and says its variants', () => {
    const form = withName(newForm(), 'New checkout');
    const input = inputOf(form);
    expect(experimentInput.safeParse(input).success).toBe(true);
    expect(input).toEqual({
      name: 'New checkout',
      tags: [],
      feature_flag_key: 'new-checkout',
      description: '',
      parameters: {
        feature_flag_variants: [
          { key: 'control', rollout_percentage: 50 },
          { key: 'test', rollout_percentage: 50 },
        ],
      },
      filters: { insight: 'FUNNELS' },
      secondary_metrics: [],
    });
  });

  test('excluding test runs is an option of the primary metric beside its others, and can be undone', () => {
    const shown = formOf(experimentOf({ filters: { benchtop: { direction: 'decrease' } } }));
    const withTestRuns = (excludesTestRuns: boolean) =>
      inputOf({ ...shown, primary: { ...shown.primary, excludesTestRuns } }).filters;
    expect(withTestRuns(true)).toEqual({ benchtop: { direction: 'decrease', exclude_test_runs: true } });
    expect(withTestRuns(false)).toEqual({ benchtop: { direction: 'decrease' } });
    const set = formOf(experimentOf({ filters: { benchtop: { exclude_test_runs: true } } }));
    expect(set.primary.excludesTestRuns).toBe(true);
    expect(inputOf({ ...set, primary: { ...set.primary, excludesTestRuns: false } }).filters).toEqual({});
  });

  test('showing an experiment changes nothing, whatever is in its objects', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<JsonObject>;
    const known = fc.record(
      {
        feature_flag_variants: fc.oneof(fc.jsonValue(), fc.constant(variants)),
        minimum_detectable_effect: fc.jsonValue(),
        recommended_sample_size: fc.jsonValue(),
        recommended_running_time: fc.jsonValue(),
        benchtop: fc.oneof(fc.jsonValue(), fc.record({ cuped: fc.jsonValue() }), fc.constant({ cuped: { days: 7 } })),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonObject>;
    const sent = (value: JsonObject) => JSON.parse(JSON.stringify(value)) as JsonObject;
    fc.assert(
      fc.property(known.map(sent), json.map(sent), fc.oneof(json, fc.array(json)), (parameters, filters, secondary) => {
        const input = inputOf(formOf(experimentOf({ parameters, filters, secondary_metrics: secondary })));
        expect(JSON.stringify(input.parameters)).toBe(JSON.stringify(parameters));
        expect(JSON.stringify(input.filters)).toBe(JSON.stringify(filters));
        expect(JSON.stringify(input.secondary_metrics)).toBe(JSON.stringify(secondary));
      }),
    );
  });

  test('setting the prior keeps other settings', () => {
    const parameters = { benchtop: { cuped: { days: 7 }, own: 1 } };
    const form = formOf(experimentOf({ parameters }));
    expect(form.priorSd).toBeNull();
    expect(inputOf({ ...form, priorSd: 0.2 }).parameters).toEqual({
      benchtop: { ...parameters.benchtop, prior_sd: 0.2 },
    });
    expect(inputOf(form).parameters).toEqual(parameters);
  });

  test('the estimates of a plan keep other settings, and are removed once none is left', () => {
    const parameters = { benchtop: { prior_sd: 0.2 } };
    const form = formOf(experimentOf({ parameters }));
    expect(form.estimates).toBeNull();
    const estimates = { kind: 'conversion', baseline: 0.1, dispersion: null, perDay: 500 } as const;
    const benchtop = { prior_sd: 0.2, plan_estimates: { kind: 'conversion', baseline: 0.1, people_per_day: 500 } };
    expect(inputOf({ ...form, estimates }).parameters).toEqual({ benchtop });
    const saved = formOf(experimentOf({ parameters: { benchtop } }));
    expect(saved.estimates).toEqual(estimates);
    const emptied = { ...estimates, baseline: null, perDay: null };
    expect(inputOf({ ...saved, estimates: emptied }).parameters).toEqual({
      benchtop: { prior_sd: 0.2, plan_estimates: null },
    });
    expect(inputOf({ ...form, estimates: emptied }).parameters).toEqual(parameters);
  });

  test('turning CUPED on or off keeps other settings', () => {
    const parametersOf = (given: JsonObject, cupedDays: number | null) =>
      inputOf({ ...formOf(experimentOf({ parameters: given })), cupedDays }).parameters;
    expect(formOf(experimentOf({ parameters: { benchtop: { cuped: {} } } })).cupedDays).toBe(14);
    expect(parametersOf({}, 14)).toEqual({ benchtop: { cuped: { days: 14 } } });
    const benchtop = { prior_sd: 0.2, cuped: { days: 7, own: 1 } };
    expect(parametersOf({ benchtop }, 21)).toEqual({ benchtop: { prior_sd: 0.2, cuped: { days: 21, own: 1 } } });
    expect(parametersOf({ benchtop }, null)).toEqual({ benchtop: { prior_sd: 0.2, cuped: null } });
  });

  test('only what was changed is sent, with the keys of clients in it', () => {
    const experiment = experimentOf({ parameters: { feature_flag_variants: variants, team: 'growth' } });
    const before = formOf(experiment);
    expect(isUnchanged(inputOf(before), inputOf(formOf(experiment, before)))).toBe(true);
    const after = { ...before, effect: 5, variants: before.variants.map((one) => ({ ...one, weight: 50 })) };
    expect(changedFields(inputOf(before), inputOf(after))).toEqual({
      parameters: { feature_flag_variants: variants, team: 'growth', minimum_detectable_effect: 5 },
    });
    const split = {
      ...after,
      variants: after.variants.map((one, index) => ({ ...one, weight: [90, 10][index] ?? 0 })),
    };
    expect(changedFields(inputOf(before), inputOf(split)).parameters).toMatchObject({
      feature_flag_variants: [
        { key: 'control', rollout_percentage: 90, color: 'red' },
        { key: 'test', name: 'New', rollout_percentage: 10 },
      ],
    });
    expect(changedFields(inputOf(after), inputOf({ ...after, effect: null }))).toEqual({
      parameters: experiment.parameters,
    });
  });

  test('a field written as JSON is the form, and the form is that JSON', () => {
    const form = withJson(formOf(experimentOf()), 'parameters', { feature_flag_variants: variants, mine: { a: 1 } });
    expect(form.variants.map(({ key, name }) => [key, name])).toEqual([
      ['control', ''],
      ['test', 'New'],
    ]);
    const changed = inputOf({ ...form, effect: 2 }).parameters;
    expect(changed).toEqual({ feature_flag_variants: variants, mine: { a: 1 }, minimum_detectable_effect: 2 });
    const metric = withJson(form, 'filters', { insight: 'TRENDS', events: [{ id: 'a' }], mine: 1 }).primary;
    expect([metric.kind, metric.entries[0]?.target]).toEqual(['mean_count', 'a']);
    const listed = withJson(form, 'secondary_metrics', [{ name: 'Pages', filters: { events: [] }, mine: 1 }]);
    expect(listed.secondary.map(({ name }) => name)).toEqual(['Pages']);
    expect(inputOf(listed).secondary_metrics).toEqual([{ name: 'Pages', filters: { events: [] }, mine: 1 }]);
  });

  test('secondary metrics in a form of a client’s own can only be edited as JSON, and an empty one stays so', () => {
    expect(isForeign(formOf(experimentOf({ secondary_metrics: { first: {} } })))).toBe(true);
    const empty = formOf(experimentOf({ secondary_metrics: {} }));
    expect(isForeign(empty)).toBe(false);
    expect(inputOf({ ...empty, secondary: [newNamedMetric()] }).secondary_metrics).toEqual({});
    expect(inputOf({ ...empty, secondary: [{ ...newNamedMetric(), name: 'Pages' }] }).secondary_metrics).toEqual([
      { name: 'Pages', filters: { insight: 'FUNNELS' } },
    ]);
  });
});

describe('the key of the flag', () => {
  test('is made of the characters of the name that a key allows', () => {
    const names = ['New checkout', '  Kürzere Kasse! ', 'A/B: v1.2', '日本', '...'];
    expect(names.map(keyFromName)).toEqual(['new-checkout', 'kurzere-kasse', 'a-b-v1.2', '', '']);
  });

  test('is always one that the server takes, or empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(keyFromName(name)).toMatch(/^([\w./-]+)?$/);
      }),
    );
  });

  test('follows the name until it is typed, and again once it is emptied', () => {
    const typed = withKey(withName(newForm(), 'One'), 'mine');
    expect(withName(typed, 'Two').key).toBe('mine');
    expect(withName(withKey(typed, ''), 'Three').key).toBe('three');
    expect(withName(formOf(experimentOf()), 'Renamed').key).toBe('checkout');
  });
});

describe('variants', () => {
  test('an even split stays even as they come and go', () => {
    const three = withVariant(newForm());
    expect(three.variants.map(({ key, weight }) => [key, weight])).toEqual([
      ['control', 34],
      ['test', 33],
      ['test-2', 33],
    ]);
    const removed = withoutVariant(three, three.variants[1]?.id ?? '');
    expect(removed.variants.map(({ key, weight }) => [key, weight])).toEqual([
      ['control', 50],
      ['test-2', 50],
    ]);
    expect(withVariant(removed).variants[2]?.key).toBe('test');
  });
});
