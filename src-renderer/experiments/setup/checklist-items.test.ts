import { describe, expect, test } from 'vitest';
import type { Baseline } from '#server/experiments/planning/plan-contract.ts';
import { type ChecklistItem, checklistOf } from './checklist-items.ts';
import { validate } from './experiment-form-problems.ts';
import { type ExperimentForm, newForm, withName } from './experiment-form-values.ts';
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

const complete: ExperimentForm = {
  ...withName(newForm(), 'Checkout'),
  primary: { ...newMetric(), entries: [{ ...newEntry(), target: 'bought' }] },
  effect: 5,
  people: 1200,
  days: 14,
};

type Given = Partial<Omit<Parameters<typeof checklistOf>[0], 'problems'>>;
const list = (given: Given = {}) => {
  const form = given.form ?? complete;
  return checklistOf({
    problems: validate(form),
    link: 'own',
    measured: { kind: 'known', baseline },
    lacksCode: false,
    needed: 1200,
    ...given,
    form,
  });
};
const item = (id: string, given: Given): ChecklistItem | undefined => list(given).find((one) => one.id === id);

describe('the checklist of an experiment', () => {
  test('has everything done once there is nothing left to do', () => {
    expect(list().map(({ id, state }) => [id, state])).toEqual(
      ['name', 'key', 'metric', 'data', 'variants', 'plan', 'code'].map((id) => [id, 'done']),
    );
    expect(item('plan', {})?.hint).toBe('1,200 people, about 14 days, to detect 5%');
    // As the figures of the metric say it.
    expect(item('data', {})?.hint).toBe('2 of 10 active people did it in the last 14 days');
    expect(item('variants', {})?.hint).toBe('2 variants, 50 : 50');
  });

  test.each<[string, Given, ChecklistItem['state'], RegExp]>([
    ['name', { form: newForm() }, 'todo', /others find it/],
    ['key', { form: newForm() }, 'todo', /your code requests/],
    ['key', { link: 'unfit' }, 'todo', /control/],
    ['key', { link: 'deleted' }, 'todo', /Restore/],
    ['key', { link: 'unknown' }, 'wait', /Looking up|Counting/],
    ['key', { link: 'new' }, 'done', /created on save/],
    ['metric', { form: newForm() }, 'todo', /Choose/],
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
    ['plan', { form: { ...complete, effect: null, people: null } }, 'todo', /worth detecting/],
    ['plan', { form: { ...complete, effect: null }, needed: null }, 'done', /^1,200 people, about 14 days$/],
    ['plan', { form: { ...complete, people: null } }, 'todo', /Use this plan/],
    [
      'plan',
      { needed: 24_920 },
      'todo',
      /^The saved plan has 1,200 people\. To detect 5%, the planner now asks for 24,920\.$/,
    ],
    ['plan', { needed: 1300 }, 'done', /1,200 people/],
    ['plan', { needed: null }, 'done', /1,200 people/],
    ['code', { lacksCode: true }, 'todo', /No app has requested/],
    ['code', { lacksCode: null }, 'todo', /Save/],
  ])('%s', (id, given, state, hint) => {
    expect(item(id, given)).toMatchObject({ state, hint: expect.stringMatching(hint) });
  });
});
