import { describe, expect, test } from 'vitest';
import type { Caution, NextStep, VerdictStanding } from '../verdict/verdict-contract.ts';
import { basis } from './evidence-testing.ts';
import { rehearsalWords } from './rehearsal-contract.ts';
import { exposure, health, result, said } from './result-testing.ts';

describe('what limits a verdict', () => {
  const cautioned = (caution: Caution) => said({ cautions: [caution] }).cautions.join();

  test('a run that stopped early, another plan and open outcomes keep their caution', () => {
    expect(cautioned({ code: 'stopped_early', people: 1200, planned: 4000, day: 5 })).toBe(
      'Stopped on day 5 with 1,200 of 4,000 planned people. The verdict rests on the always-valid interval alone.',
    );
    const part = { basis: basis({ everyone: 1300, mature: 1200 }) };
    const early: Caution = { code: 'stopped_early', people: 1200, planned: 4000, day: 5 };
    expect(said({ cautions: [early] }, part).cautions.join()).toBe(
      'Stopped on day 5 with 1,200 of 4,000 planned people past their 14-day window (1,300 exposed). The verdict rests on the always-valid interval alone.',
    );
    const missing: Caution = { code: 'fewer_than_needed', people: 1200, needed: 4000, is_planned: true, days: 5 };
    expect(said({ cautions: [missing] }, part).cautions.join()).toMatch(
      /^1,200 of 4,000 planned people past their 14-day window \(1,300 exposed\) so far:/,
    );
    expect(
      said({ cautions: [early] }, { basis: basis({ people: 'everyone', mature: 1200 }) }).cautions.join(),
    ).toContain('4,000 planned people. The verdict rests');
    expect(cautioned({ code: 'plan_changed', planned: null, now: 4000 })).toContain(
      'no planned size then, 4,000 people',
    );
    expect(cautioned({ code: 'open_outcomes', people: 300, window_days: 14 })).toContain(
      '300 people are counted before the end of their 14-day window',
    );
  });

  test('a suspicious lift is to be checked before it is believed', () => {
    const suspicious = { code: 'suspicious_lift', low: -0.5934, high: 1.4596, prior_sd: 0.3 } as const;
    expect(cautioned({ ...suspicious, variants: ['test'] })).toBe(
      'The lift of “test” is suspicious: beyond 3 standard deviations of the prior (−59 to +146%). Check the tracking and the setup.',
    );
    expect(cautioned({ ...suspicious, variants: ['a', 'b', 'c'] })).toContain(
      'The lift of “a”, “b” and “c” is suspicious',
    );
    expect(said({ next: [{ code: 'check_lift', variant: 'test' }] }).next).toEqual([
      'Check the tracking and the setup before you ship “test”.',
    ]);
  });

  test('people within their window are waited for, or counted on request', () => {
    const step: NextStep = { code: 'wait_for_window', window_days: 14, mature: 40, everyone: 4000 };
    const ofStep = (standing: VerdictStanding) => said({ kind: 'collecting', standing, next: [step] }).next.join();
    expect(ofStep('open')).toBe('Wait for the others, or count everyone to see preliminary numbers.');
    expect(ofStep('not_decided')).toBe('Count everyone to include people whose window the end cut off.');
  });

  test('fewer people than needed are said with what they are needed for', () => {
    const few = { code: 'fewer_than_needed', people: 4000, needed: 9000, is_planned: false, days: 5 } as const;
    expect(cautioned(few)).toContain('4,000 of 9,000 people needed to detect a 5% effect so far');
    expect(said({ cautions: [few] }, { health: health({ effect: 20 }) }).cautions.join()).toContain('a 20% effect');
  });

  test('a run over the limit of the planner is a caution, with how it ends sooner', () => {
    const why = 'Over 60 days, more people return under a new id, and the product changes meanwhile.';
    const long = (days: number) =>
      ({ code: 'too_long', days, limit: 60, needs_new_run: true, waits_for: null, plan_people: null }) as const;
    expect(cautioned(long(70.4))).toBe(`At this pace the run takes about 71 days. ${why}`);
    expect(cautioned(long(900))).toBe(`At this pace the run takes over a year. ${why}`);
    const sooner = (isNew: boolean, few: string | null = null, planned: number | null = null) =>
      said({ next: [{ code: 'end_sooner', needs_new_run: isNew, waits_for: few, plan_people: planned }] }).next.join();
    expect(sooner(true)).toBe(
      'To end it sooner, include more people, or reset it and launch it with a plan for a larger effect.',
    );
    expect(sooner(false)).toBe(
      'To end it sooner, include more people, or set a larger minimum detectable effect in Setup.',
    );
    expect(sooner(false, null, 4000)).toBe(
      'To end it sooner, include more people, or set a larger minimum detectable effect in Setup. A new run with a plan needs 4,000 people, fewer than this one still lacks.',
    );
    expect(sooner(false, 'b')).toBe(
      'To end it sooner, include more people, or reset it and launch it with more weight for “b”.',
    );
  });

  test('a variant without weight is to get some, in a new run after the end', () => {
    const step = (variant: string | null, standing: 'open' | 'not_decided') =>
      said({ standing, next: [{ code: 'give_weight', variant }] }).next.join();
    expect(step('control', 'open')).toBe('Give “control” a weight above 0 in Setup.');
    expect(step(null, 'not_decided')).toBe('Run it again with a weight above 0 for a test variant.');
  });

  test('a guardrail that will hardly be decided is a caution', () => {
    expect(
      cautioned({ code: 'rare_guardrails', metrics: ['Refunds'], people: 6000, is_planned: true, chance: 0.2 }),
    ).toBe(
      'Even without harm, the chance to decide “Refunds” with 6,000 planned people is below 20%. Choose a larger margin, or include more people.',
    );
  });

  test('a change during the run and people in several variants are cautions', () => {
    expect(cautioned({ code: 'changed_during_run', changes: 1 })).toContain('changed while it ran');
    expect(cautioned({ code: 'exclusions_changed', changes: 1 })).toContain('changed whom it excludes');
    expect(cautioned({ code: 'in_several_variants', people: 40 })).toContain('40 people were seen in several variants');
  });

  test('few or simulated people make it a rehearsal', () => {
    expect(rehearsalWords(result())).toBeNull();
    expect(rehearsalWords(result({ health: health({ is_rehearsal: true }) }))).toContain('Rehearsal');
    const nobody = { exposure: exposure({ total: 0 }), health: health({ is_rehearsal: true }) };
    expect(rehearsalWords(result(nobody))).toBeNull();
  });
});
