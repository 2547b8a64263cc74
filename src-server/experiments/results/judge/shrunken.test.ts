import { expect, test } from 'vitest';
import { experimentDecision } from '../../decision/decision-contract.ts';
import { called, did, labForAll } from '../results-testing.ts';
import { isSuspicious, shrunkenOf } from './shrunken.ts';

const { lab } = labForAll();

let flags = 0;
/** Runs an experiment of 500 people a variant, of whom this many pay. */
async function ran(paid: Record<string, number>, parameters: object = {}): Promise<number> {
  flags += 1;
  const key = `flag-${flags}`;
  const id = await lab.add({
    name: key,
    feature_flag_key: key,
    start_date: '2026-11-11T00:00:00Z',
    parameters,
    filters: { events: [{ id: 'paid' }], funnel_window_days: 1 },
  });
  const batch = Object.entries(paid).flatMap(([variant, payers]) =>
    Array.from({ length: 500 }, (_, index) => {
      const person = `${key}-${variant}-${index}`;
      const exposure = called(person, variant, '2026-11-12T00:00:00Z', key);
      return index < payers ? [exposure, did('paid', person, '2026-11-12T01:00:00Z')] : [exposure];
    }).flat(),
  );
  await lab.capture(batch);
  return id;
}

test('a lift is shown with its shrunken lift under the prior', async () => {
  const { basis, variants } = await lab.result(await ran({ control: 50, test: 69 }));
  const versus = variants[1]?.evidence.versus;
  expect(basis?.prior_sd).toBe(0.3);
  expect(versus?.lift).toBeCloseTo(0.38, 10);
  // The log of the ratio has the standard error 0.175, so that 0.3² / (0.3² + 0.175²) = 75% of it is left.
  expect(versus?.shrunken?.lift).toBeCloseTo(0.27, 2);
  const [low, high] = versus?.shrunken?.interval ?? [0, 0];
  expect(low).toBeCloseTo(-0.06, 1);
  expect(high).toBeCloseTo(0.71, 1);
  expect(versus?.shrunken?.chance_to_win).toBeCloseTo(0.946, 2);
  const sharper = await lab.result(await ran({ control: 50, test: 69 }, { benchtop: { prior_sd: 0.1 } }));
  expect(sharper.basis?.prior_sd).toBe(0.1);
  expect(sharper.variants[1]?.evidence.versus?.shrunken?.lift).toBeCloseTo(0.08, 2);
});

test('a lift far beyond the prior is suspicious, and is not recommended to ship', async () => {
  const id = await ran({ control: 30, test: 120 });
  const { verdict, explanation } = await lab.result(id);
  expect(verdict).toMatchObject({
    kind: 'better',
    variant: 'test',
    cautions: [{ code: 'fewer_than_needed' }, { code: 'suspicious_lift', variants: ['test'], prior_sd: 0.3 }],
    next: [{ code: 'check_lift', variant: 'test' }],
  });
  expect(explanation).not.toContain('When you decide');
  const { recommendation, rollouts } = experimentDecision.parse((await lab.get(`${id}/decision/`)).body);
  expect(recommendation).toEqual({ kind: 'none', reason: 'suspicious_lift', metrics: [] });
  expect(rollouts.won).toEqual({ kind: 'ship', variant: 'test' });
  const wide = await lab.result(await ran({ control: 30, test: 120 }, { benchtop: { prior_sd: 0.6 } }));
  expect(wide.verdict).toMatchObject({ kind: 'better', next: [{ code: 'roll_out', variant: 'test' }] });
  expect(wide.verdict.cautions.some(({ code }) => code === 'suspicious_lift')).toBe(false);
});

test('a lift that chance explains is not suspicious, however narrow the prior', async () => {
  const { variants, verdict } = await lab.result(await ran({ control: 50, test: 69 }, { benchtop: { prior_sd: 0.1 } }));
  const { lift = 0, is_suspicious } = variants[1]?.evidence.versus ?? {};
  // Beyond three standard deviations of the prior, with an interval that includes zero.
  expect(Math.log1p(lift ?? 0)).toBeGreaterThan(0.3);
  expect(is_suspicious).toBe(false);
  expect(verdict.cautions.map(({ code }) => code)).not.toContain('suspicious_lift');
});

test.each([0, -1, 5, 'wide'])('a prior of %j is refused, with its path', async (prior_sd) => {
  const body = { name: 'Prior', feature_flag_key: 'prior', parameters: { benchtop: { prior_sd } } };
  const { status, body: error } = await lab.post('', body);
  expect(status).toBe(400);
  expect(JSON.stringify(error)).toContain('prior_sd');
});

const shown = { lift: 0.38, lift_interval: [0, 0.9] as [number, number], conversions: 60, is_too_little: false };

test.each([
  ['the interval of the lift is missing', { ...shown, lift_interval: null }],
  ['the interval says too little', { ...shown, is_too_little: true }],
  ['nobody in the variant did it', { ...shown, lift: -1, lift_interval: [-1, 0.2] as [number, number] }],
])('there is no shrunken lift if %s', (_, given) => expect(shrunkenOf(given, 0.3)).toBeNull());

test('a lift wins with the chance that it is better under the prior, whichever direction is better', () => {
  const more = shrunkenOf(shown, 0.3)?.chance_to_win ?? 0;
  expect(shrunkenOf(shown, 0.3, 'decrease')?.chance_to_win).toBeCloseTo(1 - more, 12);
  // The less the prior expects, the closer the chance is to even.
  const ofNarrower = shrunkenOf(shown, 0.05)?.chance_to_win ?? 0;
  expect(ofNarrower).toBeGreaterThan(0.5);
  expect(ofNarrower).toBeLessThan(more);
});

test.each<[[low: number, high: number] | null, boolean]>([
  [[1.45, 9], false],
  [[1.47, 9], true],
  [[-0.9, -0.59], false],
  [[-0.9, -0.6], true],
  [[-1, -0.6], true],
  [[-0.5, 9], false],
  // Of values that can be negative.
  [[-1.2, 40], false],
  [null, false],
])('the lift with the interval %j is suspicious: %j', (lift_interval, expected) =>
  expect(isSuspicious({ lift_interval, conversions: 60 }, 0.3)).toBe(expected),
);

test('a lift of a few conversions is noise, not suspicious', () => {
  expect(isSuspicious({ lift_interval: [2, 9], conversions: 9 }, 0.3)).toBe(false);
});
