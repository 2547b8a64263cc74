import { describe, expect, test } from 'vitest';
import { experimentOf } from '#server/experiments/experiment-testing.ts';
import type { Baseline } from '#server/experiments/planning/plan-contract.ts';
import { flagOf } from '#server/flags/flag-testing.ts';
import { launchWarningWords } from '../launch-warning-words.ts';
import { type ChecklistItem, checklistOf } from './checklist-items.ts';
import { draftWarnings } from './draft-warnings.ts';
import { validate } from './experiment-form-problems.ts';
import { type ExperimentFormValues, newForm, withName } from './experiment-form-values.ts';
import { newEntry } from './metrics/entry-draft.ts';
import { newMetric } from './metrics/metric-draft.ts';

const baseline: Baseline = {
  kind: 'proportion',
  window_days: 14,
  people: 10,
  new_people_per_day: 1,
  successes: 2,
  events: 3,
  value: 0.2,
  variance: 0.18,
  cuped: null,
  days: [],
  steps: [2],
  warnings: [],
};

const saved = experimentOf({ feature_flag_key: 'checkout' });
const complete: ExperimentFormValues = {
  ...withName(newForm(), 'Checkout'),
  primary: { ...newMetric(), entries: [{ ...newEntry(), target: 'bought' }] },
  description: 'Fewer fields, more orders',
  effect: 5,
  people: 1200,
  days: 14,
};

type Given = Partial<Parameters<typeof checklistOf>[0] & Omit<Parameters<typeof draftWarnings>[0], 'link'>>;
const everyone = { properties: [], rollout_percentage: 100, variant: null };
const audience = { groups: [everyone], aggregation_group_type_index: null };
const flag = flagOf({});
/** Of a saved draft with the flag of its key, unless said otherwise. */
const list = ({ form = complete, link = 'own', experiment = saved, ...given }: Given = {}) =>
  checklistOf({
    form,
    problems: validate(form),
    link,
    measured: { kind: 'known', baseline },
    warnings: draftWarnings({ form, link: { kind: link, flag }, audience, experiment, ...given }),
    isCodeKnown: experiment?.feature_flag_key === form.key,
    needed: 1200,
    ...given,
  });
const item = (id: string, given: Given): ChecklistItem | undefined => list(given).find((one) => one.id === id);

describe('the checklist of an experiment', () => {
  test('has everything done once there is nothing left to do', () => {
    expect(list().map(({ id, state }) => [id, state])).toEqual(
      ['name', 'key', 'hypothesis', 'variants', 'audience', 'metric', 'data', 'plan', 'code'].map((id) => [id, 'done']),
    );
    expect(item('plan', {})?.hint).toBe('1,200 people, about 14 days, to detect 5%');
    // As the figures of the metric say it.
    expect(item('data', {})?.hint).toBe('2 of 10 active people did it in the last 14 days');
    expect(item('variants', {})?.hint).toBe('2 variants, 50 : 50');
  });

  test.each<[string, Given, ChecklistItem['state'], RegExp]>([
    ['name', { form: newForm() }, 'todo', /others find it/],
    ['key', { form: newForm() }, 'todo', /your code requests/],
    ['key', { link: 'unfit' }, 'todo', /has no variants/],
    [
      'key',
      { experiment: experimentOf({ launch_warnings: [{ kind: 'flag_taken', experiment: 'First' }] }) },
      'todo',
      /“First” uses the flag/,
    ],
    ['hypothesis', { form: { ...complete, description: ' ' } }, 'todo', /no hypothesis/],
    ['audience', { audience: { ...audience, groups: [] } }, 'todo', /reaches anybody/],
    [
      'audience',
      { audience: { ...audience, groups: [{ ...everyone, rollout_percentage: 0, variant: 'test' }] } },
      'todo',
      /reaches anybody/,
    ],
    [
      'audience',
      { audience: { ...audience, groups: [{ ...everyone, variant: 'test' }] } },
      'todo',
      /always serves “test”/,
    ],
    ['audience', { link: 'unknown' }, 'wait', /Looking up/],
    ['audience', { form: newForm(), link: 'unknown' }, 'wait', /flag key first/],
    ['audience', { problems: { filters__groups__0__properties__0__value: 'Enter a value.' } }, 'todo', /marked fields/],
    ['metric', { problems: { filters__groups__0__properties__0__value: 'Enter a value.' } }, 'done', /^$/],
    ['key', { link: 'deleted' }, 'todo', /Restore/],
    ['key', { link: 'unknown' }, 'wait', /Looking up|Counting/],
    ['key', { link: 'new' }, 'done', /created on save/],
    ['metric', { form: { ...complete, primary: newMetric() } }, 'todo', /no primary metric/],
    [
      'metric',
      { form: { ...complete, primary: { ...newMetric(), entries: [{ ...newEntry(), given: {} }] } } },
      'todo',
      /marked fields/,
    ],
    ['data', { measured: { kind: 'empty', baseline: null } }, 'todo', /last 14 days/],
    ['data', { measured: { kind: 'loading', baseline: null } }, 'wait', /Looking up|Counting/],
    ['data', { measured: { kind: 'known', baseline: { ...baseline, people: 0, events: 0 } } }, 'todo', /Connect/],
    ['data', { measured: { kind: 'known', baseline: { ...baseline, events: 0 } } }, 'todo', /No events matched/],
    ['data', { measured: { kind: 'known', baseline: { ...baseline, successes: 0 } } }, 'todo', /in time/],
    ['variants', { form: { ...complete, variants: complete.variants.slice(1) } }, 'todo', /control/],
    [
      'variants',
      { form: { ...complete, variants: complete.variants.map((one, index) => ({ ...one, weight: 100 * index })) } },
      'todo',
      /^Nobody gets “control” at random: its weight is 0%\.$/,
    ],
    ['plan', { form: { ...complete, effect: null, people: null } }, 'todo', /worth detecting/],
    ['plan', { form: { ...complete, effect: null }, needed: null }, 'done', /^1,200 people, about 14 days$/],
    ['plan', { form: { ...complete, people: null }, needed: 1200 }, 'todo', /Use this plan/],
    [
      'plan',
      { form: { ...complete, people: null }, needed: null },
      'todo',
      /^The Plan section says what is missing\.$/,
    ],
    [
      'plan',
      { needed: 24_920 },
      'todo',
      /^The saved plan has 1,200 people\. To detect 5%, the planner now asks for 24,920\.$/,
    ],
    ['plan', { needed: 1300 }, 'done', /1,200 people/],
    ['plan', { needed: null }, 'done', /1,200 people/],
    ['code', { experiment: { ...saved, lacks_code: true } }, 'todo', /No app has requested/],
    ['code', { experiment: null }, 'wait', /^Save to see whether an app requests checkout\.$/],
    // What is known of the old key says nothing of a new one.
    ['code', { form: { ...complete, key: 'checkout-2' }, link: 'new' }, 'wait', /requests checkout-2/],
  ])('%s', (id, given, state, hint) => {
    expect(item(id, given)).toMatchObject({ state, hint: expect.stringMatching(hint) });
  });

  test('has no item for the audience of a deleted flag', () => {
    expect(item('key', { link: 'deleted' })?.hint).toMatch(/Restore it/);
    expect(item('audience', { link: 'deleted' })).toBeUndefined();
  });

  test('says what the launch dialog says', () => {
    const warnings = draftWarnings({
      form: { ...newForm(), key: 'checkout' },
      link: { kind: 'own', flag },
      audience: { ...audience, groups: [] },
      experiment: { ...saved, lacks_code: true },
    });
    const hints = list({ warnings }).map(({ hint }) => hint);
    const said = warnings.filter(({ kind }) => kind !== 'no_plan').map(launchWarningWords);
    expect(said).toHaveLength(4);
    expect(hints).toEqual(expect.arrayContaining(said));
    expect(list({ warnings }).find(({ id }) => id === 'plan')?.state).toBe('todo');
  });
});
