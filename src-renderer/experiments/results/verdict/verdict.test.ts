import { describe, expect, test } from 'vitest';
import type { Experiment } from '#server/experiments/contract.ts';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { comparison, experiment, exposure, health, result, testVariant, trend, variant } from '../results-testing.ts';
import { rehearsalWords, verdictOf } from './verdict.ts';

/** A result in which `test` loses by `difference`. */
function lost(given: Partial<MetricResult> = {}): MetricResult {
  const worse = comparison({
    lift: -0.2,
    lift_interval: [-0.35, -0.04],
    difference: -0.024,
    difference_interval: [-0.04, -0.005],
  });
  return result({
    variants: [variant({ probability: 0.995 }), testVariant({ value: 0.096, probability: 0.005, comparison: worse })],
    probability: { control: 0.995, test: 0.005 },
    expected_loss: 0.024,
    significant: false,
    significance_code: 'high_loss',
    ...given,
  });
}

const open = comparison({
  lift_interval: [-0.02, 0.4],
  difference_interval: [-0.002, 0.05],
  sequential_interval: [-0.02, 0.07],
  person_interval: null,
});

describe('before there is a verdict', () => {
  test('without a metric it says so, whatever else there is', () => {
    const verdict = verdictOf(experiment(), result({ status: 'no_metric', metric: null, variants: [] }));
    expect(verdict).toMatchObject({ kind: 'waiting', title: 'No metric to judge by' });
  });

  test('a draft is not launched, and one with a start says when it begins', () => {
    const draft = result({ status: 'draft', variants: [] });
    expect(verdictOf(experiment({ status: 'draft', start_date: null }), draft).title).toBe('Not launched yet');
    const later = verdictOf(experiment({ status: 'draft', start_date: '2026-11-24T10:00:00.000Z' }), draft);
    expect(later.title).toBe('Not started yet');
    expect(later.text).toContain('24 Nov 2026, 10:00 UTC');
  });

  test('while nobody is exposed the server says what to look at', () => {
    const nobody = result({ status: 'no_exposures', explanation: 'Check the code.', variants: [] });
    expect(verdictOf(experiment(), nobody)).toMatchObject({ title: 'Nobody is exposed yet', text: 'Check the code.' });
    const over = experiment({ status: 'complete', end_date: '2026-11-20T09:00:00.000Z' });
    const missed = verdictOf(over, nobody);
    expect(missed.title).toBe('Nobody was exposed');
    expect(missed.text).toContain('from 17 Nov 2026, 09:00 UTC to 20 Nov 2026, 09:00 UTC');
    expect(missed.text).toContain('“shorter-checkout”');
  });

  test('collecting tells the days left and the smallest variant, and claims nothing', () => {
    const collecting = result({
      status: 'collecting',
      variants: [],
      exposure: exposure({ total: 118, by_variant: { control: 55, test: 63 } }),
      health: health({ days_left: 4.2 }),
      significance_code: 'not_enough_exposure',
      significant: false,
    });
    const planned = experiment({ parameters: { minimum_detectable_effect: 20 } });
    const verdict = verdictOf(planned, collecting);
    expect(verdict).toMatchObject({ kind: 'collecting', title: 'Collecting data, about 5 days left' });
    expect(verdict.text).toContain('118 people of about 4,000 so far, 55 in the smallest variant.');
    expect(verdictOf(experiment({ status: 'complete' }), collecting).title).toBe('Ended with too little data');
    const still = { ...collecting, health: health({ days_left: null, needed: null }) };
    expect(verdictOf(planned, still).title).toBe('Collecting data');
    const slow = verdictOf(planned, { ...collecting, health: health({ days_left: 1748 }) });
    expect(slow.title).toBe('Collecting data, over a year left');
    expect(slow.text).toContain('plan for a larger effect under Setup');
    expect(slow.text).not.toContain('the numbers below');
    // Nobody planned for the size that the days would be left to.
    expect(verdictOf(experiment(), collecting).title).toBe('Collecting data');
  });
});

describe('a verdict', () => {
  test('better names the variant with both values, the lift, its interval and the chance', () => {
    expect(verdictOf(experiment(), result())).toEqual({
      kind: 'better',
      tone: 'ok',
      title: '“test” is better than control',
      text: '“test” 14.4 % (288 of 2,000 people) against control 12.0 % (240 of 2,000 people): lift +20.0 % (+5.0 to +37.0 %), 99.6 % chance to be best.',
      cautions: [],
    });
  });

  test('of a trend is in events per person', () => {
    expect(verdictOf(experiment(), trend()).text).toContain(
      '“test” 1.65 a person (3,300 by 2,000 people) against control 1.50 a person',
    );
  });

  test.each(['low_win_probability', 'high_loss', 'high_p_value', 'not_enough_exposure'] as const)(
    'never says better under the code %s',
    (code) => {
      const verdict = verdictOf(
        experiment(),
        result({ significant: false, significance_code: code, expected_loss: 0.02, p_value: 0.2 }),
      );
      expect(verdict).toMatchObject({ kind: 'unclear', title: 'No clear difference yet' });
    },
  );

  test('says only probably better where the interval still holds no difference', () => {
    const verdict = verdictOf(experiment(), result({ variants: [variant(), testVariant({ comparison: open })] }));
    expect(verdict).toMatchObject({ kind: 'unclear', title: '“test” is probably better than control' });
    expect(verdict.text).toContain('the 95 % interval still holds no difference');
  });

  test('says only probably better where the p-value is not small for so many comparisons', () => {
    const best = testVariant({ comparison: comparison({ p_value_adjusted: 0.13 }) });
    const verdict = verdictOf(
      experiment(),
      result({ variants: [variant(), best, testVariant({ key: 'other', value: 0.13 })] }),
    );
    expect(verdict).toMatchObject({ kind: 'unclear', title: '“test” is probably better than control' });
    expect(verdict.text).toContain('not after Holm’s correction');
  });

  test('says only probably better where few people make the difference of a trend', () => {
    const byFew = testVariant({ comparison: comparison({ person_interval: [-0.2, 0.6] }) });
    const verdict = verdictOf(experiment(), result({ variants: [variant(), byFew] }));
    expect(verdict.title).toBe('“test” is probably better than control');
    expect(verdict.text).toContain('few people make many of the events');
  });

  test('leaves open which of several is best while none reaches the chance alone', () => {
    const several = result({
      variants: [
        variant(),
        testVariant({ probability: 0.6 }),
        testVariant({ key: 'other', value: 0.14, probability: 0.396 }),
      ],
      probability: { control: 0.004, test: 0.6, other: 0.396 },
    });
    const verdict = verdictOf(experiment(), several);
    expect(verdict.title).toBe('A test variant is better than control');
    expect(verdict.text).toContain('Which of them is best is still open: “test” leads.');
  });

  test('worse is said where control is best and the whole interval is on the bad side', () => {
    const verdict = verdictOf(experiment(), lost());
    expect(verdict).toMatchObject({ kind: 'worse', tone: 'danger', title: '“test” is worse than control' });
    expect(verdict.text).toContain('Choosing it would cost an expected 2.40 percentage points.');
    const close = lost({ variants: [variant(), testVariant({ comparison: open, probability: 0.05 })] });
    expect(verdictOf(experiment(), close).kind).toBe('unclear');
    expect(verdictOf(experiment(), lost({ significance_code: 'high_p_value', p_value: 0.06 })).kind).toBe('unclear');
  });

  test('follows the direction: where less is better a lower value wins and a higher one loses', () => {
    const metric = { ...result().metric, direction: 'decrease' } as MetricResult['metric'];
    const lower = {
      ...lost(),
      metric,
      probability: { control: 0.005, test: 0.995 },
      significant: true,
      significance_code: 'significant' as const,
    };
    const winner = {
      ...lower,
      variants: lower.variants.map((one) => ({ ...one, probability: one.key === 'test' ? 0.995 : 0.005 })),
    };
    expect(verdictOf(experiment(), winner)).toMatchObject({ kind: 'better', title: '“test” is better than control' });
    const higher = result({
      metric,
      probability: { control: 0.996, test: 0.004 },
      significant: false,
      significance_code: 'high_loss',
      expected_loss: 0.024,
    });
    expect(verdictOf(experiment(), higher).kind).toBe('worse');
  });

  test('a split that is off comes before any winner', () => {
    const ratio = {
      expected: { control: 2000, test: 2000 },
      chi_squared: 40,
      degrees_of_freedom: 1,
      p_value: 1e-9,
      is_alarm: true,
    };
    const spoiled = result({ health: health({ sample_ratio: ratio }) });
    expect(verdictOf(experiment(), spoiled)).toMatchObject({ kind: 'unhealthy', tone: 'danger' });
    const changes = [{ kind: 'weights_changed', at: '2026-11-18T09:00:00.000Z' }];
    const reweighted = result({ health: health({ sample_ratio: ratio, changes }) });
    expect(verdictOf(experiment(), reweighted).text).toContain('The weights were changed during the run');
  });

  test('ends without “yet” when the run has ended', () => {
    const unclear = result({ significant: false, significance_code: 'low_win_probability' });
    expect(verdictOf(experiment({ status: 'complete' }), unclear).title).toBe('No clear difference');
  });
});

describe('what limits a verdict', () => {
  const cautions = (given: Partial<MetricResult>, status: 'running' | 'complete' = 'running') =>
    verdictOf(experiment({ status }), result(given)).cautions.join(' ');

  test('peeking is warned of while it runs and the always-valid interval is open', () => {
    const peeked = {
      variants: [variant(), testVariant({ comparison: comparison({ sequential_interval: [-0.01, 0.06] }) })],
    };
    expect(cautions(peeked)).toContain('valid however often you look still holds no difference');
    expect(cautions(peeked, 'complete')).toBe('');
    expect(cautions({})).toBe('');
  });

  test('to a planned size it is to run only where one is planned, and not reached', () => {
    const open = comparison({ sequential_interval: [-0.01, 0.06] });
    const said = (parameters: Experiment['parameters'], needed: number) =>
      verdictOf(
        experiment({ parameters }),
        result({ variants: [variant(), testVariant({ comparison: open })], health: health({ needed }) }),
      ).cautions.join(' ');
    expect(said({ minimum_detectable_effect: 20 }, 9000)).toContain('Let it run to its planned size');
    expect(said({ minimum_detectable_effect: 20 }, 4000)).toContain('Its planned size is reached');
    expect(said({}, 9000)).not.toContain('its planned size');
  });

  test('a size that is over a year away comes with what to do', () => {
    const far = { health: health({ needed: 900_000, days_left: 896 }) };
    expect(cautions(far)).toContain('say under Setup which change is worth finding');
    expect(cautions({ health: health({ needed: 9000, days_left: 5 }) })).not.toContain('over a year');
  });

  test('less than the planned size is said while it runs', () => {
    expect(cautions({ health: health({ needed: 9000 }) })).toContain(
      'So far 4,000 of the 9,000 people that an effect of 5 % takes',
    );
  });

  test('with several comparisons a p-value that the correction takes away is said', () => {
    const second = testVariant({ comparison: comparison({ p_value_adjusted: 0.07 }) });
    const variants = [variant(), second, testVariant({ key: 'other', value: 0.13 })];
    expect(cautions({ variants })).toContain('adjusted for that (Holm), p is 0.07');
  });

  test('a change in the run is said', () => {
    const changes = [{ kind: 'metric_changed', at: '2026-11-18T09:00:00.000Z' }];
    expect(cautions({ health: health({ changes }) })).toContain('changed while it ran');
  });

  test('few or simulated people make it a rehearsal', () => {
    expect(rehearsalWords(result())).toBeNull();
    expect(rehearsalWords(result({ health: health({ is_rehearsal: true }) }))).toContain('rehearsal');
    const nobody = { exposure: exposure({ total: 0 }), health: health({ is_rehearsal: true }) };
    expect(rehearsalWords(result(nobody))).toBeNull();
  });
});
