import { describe, expect, test } from 'vitest';
import type { MetricWarning } from '#server/experiments/metrics/warning-contract.ts';
import { audited } from '#server/experiments/results/audited-contract.ts';
import type { Exposure, Health, MetricResult } from '#server/experiments/results/results-contract.ts';
import { stepAgainst } from '#server/experiments/results/verdict/obstacle-contract.ts';
import type { CountedPeople, Verdict } from '#server/experiments/results/verdict/verdict-contract.ts';
import { basis } from '#server/experiments/results/words/evidence-testing.ts';
import {
  experiment,
  exposure,
  health,
  result,
  splitMismatch,
  verdict,
} from '#server/experiments/results/words/result-testing.ts';
import { verdictWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { healthChecks } from './health-words.ts';

type Given = { exposure?: Partial<Exposure>; health?: Partial<Health>; result?: Partial<MetricResult> };
const checksOf = (given: Given, of = experiment()) =>
  healthChecks(of, result({ exposure: exposure(given.exposure), health: health(given.health), ...given.result }));
const check = (id: string, given: Given, of = experiment()) => checksOf(given, of).find((one) => one.id === id);
const some: CountedPeople = { state: 'enough', counted: 4000, needed: 4000, smallest: 2000, few: [] };
const off = splitMismatch({});

describe('health checks', () => {
  test('a healthy experiment shows each check, all passed', () => {
    const checks = checksOf({});
    expect(checks.map(({ id }) => id)).toEqual(['ratio', 'several', 'enough', 'changes', 'source']);
    expect(new Set(checks.map(({ tone }) => tone))).toEqual(new Set(['ok']));
  });

  test('before the first exposure only a metric with a problem is shown', () => {
    expect(checksOf({ exposure: { total: 0 } })).toEqual([]);
    const unseen = { code: 'unseen_event', subject: 'paid', detail: 'No event named "paid" has arrived yet.' } as const;
    const gone = { code: 'unknown_action', subject: '4', detail: 'There is no action 4.' } as const;
    const checks = (...warnings: MetricWarning[]) => {
      const metric = { ...result().metric, warnings } as MetricResult['metric'];
      return checksOf({ exposure: { total: 0 }, result: { metric } });
    };
    expect(checks(unseen)).toEqual([
      {
        id: 'metric',
        tone: 'warning',
        word: 'No “paid” event captured yet',
        cause: unseen.detail,
        next: 'Check that your app sends “paid”, or choose another event in Setup.',
      },
    ]);
    expect(checks(unseen, gone)).toMatchObject([
      { word: 'Metric has 2 problems', cause: 'No event named "paid" has arrived yet. There is no action 4.' },
    ]);
  });

  test('an experiment that leaves test runs out says so, also while nobody is exposed', () => {
    const leavesOut = experiment({ filters: { benchtop: { exclude_test_runs: true } } });
    const said = { tone: 'info', word: 'Test runs excluded', next: 'To include them, open Setup › Exclusions.' };
    expect(check('test_runs', {}, leavesOut)).toMatchObject(said);
    expect(checksOf({ exposure: { total: 0 } }, leavesOut)).toMatchObject([said]);
    expect(check('test_runs', {})).toBeUndefined();
  });

  test('a split mismatch is an alarm with its p-value, and says when the weights changed', () => {
    expect(check('ratio', { health: { sample_ratio: off } })).toMatchObject({
      tone: 'danger',
      word: 'Split mismatch, p < 0.0001',
    });
    const changes = [{ kind: 'weights_changed' as const, at: '2026-11-18T09:00:00.000Z' }];
    const reweighted = verdict({ kind: 'unhealthy', next: [{ code: 'start_new_run', cause: 'weights' }] });
    expect(check('ratio', { health: { sample_ratio: off, changes }, result: { verdict: reweighted } })?.next).toContain(
      'start a new run',
    );
    expect(check('ratio', { health: { sample_ratio: null } })).toMatchObject({
      tone: 'neutral',
      cause: 'A split has at least two variants, and weights above 0.',
    });
  });

  test('the alarm of the split says how often it is false, as measured', () => {
    const rate = /^About 1 in (\d+) experiments with the right split has an alarm in 30 daily looks\.$/;
    const sentences = (given: Given) =>
      `${check('ratio', given)?.cause} ${check('ratio', given)?.next}`.split(/(?<=\.) /);
    for (const given of [{}, { health: { sample_ratio: off } }]) {
      const said = sentences(given).flatMap((sentence) => rate.exec(sentence) ?? []);
      expect(1 / Number(said[1])).toBeCloseTo(audited.ratioAlarm.share, 3);
    }
  });

  test('the split of a few people is checked for an extreme mismatch only', () => {
    const one = {
      ...off,
      expected: { control: 0.5, test: 0.5 },
      p_value: 0.3,
      state: 'too_few',
      is_alarm: false,
    } as const;
    expect(check('ratio', { health: { sample_ratio: one } })?.word).toBe('No split alarm');
    const ten = { ...one, expected: { control: 5, test: 5 }, state: 'ok' } as const;
    expect(check('ratio', { health: { sample_ratio: ten } })?.word).toBe('No sign of a split mismatch, p = 0.300');
  });

  test('people in several variants are shown as a share of all, and warned of where the verdict is cautious', () => {
    const several = { exposure: { in_several_variants: 40, total: 3960 } };
    const cautions: Verdict['cautions'] = [{ code: 'in_several_variants', people: 40 }];
    expect(check('several', { ...several, result: { verdict: verdict({ cautions }) } })?.tone).toBe('warning');
    expect(check('several', several)).toMatchObject({
      tone: 'info',
      word: '40 in several variants',
      cause: expect.stringContaining('1.0% of all'),
    });
  });

  test('too few people in one variant come before the planned size', () => {
    const people: CountedPeople = { ...some, state: 'too_few', smallest: 99, few: [{ variant: 'test', people: 99 }] };
    const few = { result: { verdict: verdict({ people }) } };
    const lacking = { result: { verdict: verdict({ people: { ...some, state: 'fewer_than_needed', needed: 9000 } }) } };
    expect(check('enough', few)).toMatchObject({ tone: 'info', word: '99 of 100 in the smallest variant' });
    const over = { result: { verdict: verdict({ people, standing: 'not_decided' }) } };
    expect(check('enough', over)?.tone).toBe('warning');
    const short = check('enough', { ...lacking, health: { needed: 9000, days_left: 5 } });
    expect(short).toMatchObject({ word: '4,000 of 9,000 needed', next: expect.stringContaining('about 5 days more') });
    expect(check('enough', { ...lacking, health: { needed: 9000, days_left: null, per_day: 0 } })?.next).toContain(
      'Nobody new arrived in the last 7 days',
    );
    const unknown = { ...few, health: { needed: null, days_left: null, per_day: 12 } };
    expect(check('enough', unknown)?.next).toBe('Wait, or include more people.');
    const slow = check('enough', {
      ...lacking,
      health: {
        needed: 9000,
        days_left: 5000,
        per_day: 1.2,
        too_long: { days: 5004, limit: 60, needs_new_run: false, waits_for: null, plan_people: null },
      },
    })?.next;
    expect(slow).toBe(
      'At 1 person per day the 9,000 needed people take over a year more. To end it sooner, include more people, or set a larger minimum detectable effect in Setup.',
    );
  });

  test('a variant of little weight is named where its few people take longest', () => {
    const people: CountedPeople = { ...some, state: 'too_few', smallest: 2, few: [{ variant: 'b', people: 2 }] };
    const slow = { days_left: 90, waits_for: 'b', per_day: 100 };
    expect(check('enough', { health: slow, result: { verdict: verdict({ people }) } })?.next).toBe(
      'At 100 people per day the 100 people of “b” take about 90 days more. Wait, or include more people.',
    );
  });

  test('people of the plan of the launch are needed by the plan, also after it was removed', () => {
    const people: CountedPeople = { ...some, state: 'fewer_than_needed', needed: 9000 };
    const removed = { needed: 9000, is_planned: true, effect: null };
    const found = check('enough', { health: removed, result: { verdict: verdict({ people }) } });
    expect(found?.cause).toContain('About 9,000 people are needed by the plan.');
  });

  test('people within their window do not count as data yet, as in the verdict', () => {
    const lacking: CountedPeople = { ...some, state: 'fewer_than_needed', counted: 1090, needed: 1100 };
    const inWindow = { basis: basis({ everyone: 1165, mature: 1090 }), verdict: verdict({ people: lacking }) };
    const given = { exposure: { total: 1165 }, health: { needed: 1100, days_left: 0 }, result: inWindow };
    expect(check('enough', given)).toMatchObject({
      word: '1,090 of 1,100 needed',
      cause: expect.stringMatching(
        /^1,090 people count past their 14-day window \(1,165 exposed\)\. About 1,100 people/,
      ),
      next: 'Enough people are exposed. Wait for the end of their windows.',
    });
    const everyone = basis({ people: 'everyone', everyone: 1165, mature: 1090 });
    const all = { ...given, result: { basis: everyone, verdict: verdict({ people: { ...some, counted: 1165 } }) } };
    expect(check('enough', all)?.cause).toMatch(
      /^1,165 people count, at least 100 in control and each variant with weight\./,
    );
  });

  test('a variant with few people beside a winner, and one without a value, contradict no verdict', () => {
    const few = [{ variant: 'third', people: 90 }];
    const beside = verdict({ people: { ...some, state: 'some_too_few', smallest: 90, few } });
    expect(check('enough', { result: { verdict: beside } })).toEqual({
      id: 'enough',
      tone: 'info',
      word: '90 of 100 in the smallest variant',
      cause:
        'Below 100 people, a single person changes the numbers too much: there is no verdict on “third”. It does not change the verdict on “test”.',
      next: 'No action needed for “test”. A verdict on “third” needs 100 people.',
    });
    const nothing = verdict({ kind: 'collecting', people: { ...some, state: 'nothing_to_compare' } });
    expect(check('enough', { result: { verdict: nothing } })).toMatchObject({
      tone: 'info',
      word: 'No value to compare',
    });
  });

  test.each(['no_control', 'no_test_variant', 'nothing_to_compare'] as const)(
    'what the verdict advises against %s is what its check advises',
    (state) => {
      const people: CountedPeople = { ...some, state };
      for (const keys of [['control', 'test'], ['control'], ['a', 'b']]) {
        const of = experiment({ variants: keys.map((key) => ({ key, name: '', rollout_percentage: 0 })) });
        const next = [stepAgainst(state, of)];
        const collecting = result({ verdict: verdict({ kind: 'collecting', people, next }) });
        const [advice] = verdictWords(of, collecting).next;
        expect(check('enough', { result: collecting }, of)?.next).toBe(advice);
      }
    },
  );

  test('changes, another source, other values and a rehearsal each have a check', () => {
    const at = '2026-11-18T09:00:00.000Z';
    const changes: Health['changes'] = [
      { kind: 'weights_changed', at },
      { kind: 'flag_renamed', at },
    ];
    expect(check('changes', { health: { changes } })?.word).toBe('Changed 2 times since the start');
    const cuped = { kind: 'cuped_changed' as const, at };
    const only = check('changes', { health: { changes: [cuped] } });
    expect(only).toMatchObject({
      cause: expect.stringMatching(/^CUPED changed/),
      next: expect.stringMatching(/^Choose CUPED before/),
    });
    const both = check('changes', { health: { changes: [...changes, cuped] } });
    expect(both?.cause).toMatch(/earlier and later people may not be comparable.*CUPED changed after the start/);
    expect(check('source', { exposure: { source: 'feature_property' } })?.word).toBe(
      'Exposure from $feature/shorter-checkout',
    );
    expect(check('other', { exposure: { other_values: 3 } })?.word).toBe('3 without a variant');
    expect(check('rehearsal', { health: { is_rehearsal: true } })?.tone).toBe('info');
  });

  test('excluded people are counted, and a later change of the exclusions is no change of the experiment', () => {
    expect(check('excluded', { exposure: { excluded: 40, total: 3960 } })).toMatchObject({
      word: '40 excluded by the project',
      cause: expect.stringContaining('40 exposed people match the project’s exclusions, 1.0% of all.'),
    });
    const only = { kind: 'exclusions_changed' as const, at: '2026-11-18T09:00:00.000Z' };
    expect(check('changes', { health: { changes: [only] } })?.cause).toMatch(/^The project changed whom it excludes/);
    const also = [only, { ...only, kind: 'weights_changed' as const }];
    expect(check('changes', { health: { changes: also } })).toMatchObject({
      word: 'Changed 2 times since the start',
      cause: expect.stringMatching(/earlier and later people may not be comparable.*changed whom it excludes/),
    });
  });
});
