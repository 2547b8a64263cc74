import { describe, expect, test } from 'vitest';
import type { AaFrequency, AaSimulation } from '#server/experiments/results/aa-simulation/aa-simulation-contract.ts';
import { aaSimulationWords } from './aa-simulation-words.ts';

const said = (count: number): AaFrequency => ({
  count,
  share: count / 1000,
  interval: [Math.max(0, count / 1000 - 0.005), count / 1000 + 0.009],
});
const metric = {
  index: null,
  name: '',
  better: said(6),
  worse: said(7),
  better_or_worse: said(13),
  leading: said(341),
  leading_now: said(82),
  allowed: 0.05,
  is_above: false,
};
const simulation = (given: Partial<AaSimulation> = {}): AaSimulation => ({
  status: 'done',
  as_of: '2026-11-21T09:00:00.000Z',
  people: 12_345,
  looks: 5,
  played: 1000,
  reshuffles: 1000,
  leaves_out_cuped: false,
  metrics: [metric],
  any_secondary: null,
  ...given,
});

describe('the sentences of an A/A simulation', () => {
  test('say how often it was better or worse, by chance, and when', () => {
    expect(aaSimulationWords(simulation())).toEqual([
      'In 1,000 re-randomizations, this page would have said “better” or “worse” in 13 (1.3%), 95% interval 0.8 to 2.2%.',
      'No sign that it is more than the 5% allowed by now.',
      'It would have called a variant leading at some look in 34.1%, at the last one in 8.2%.',
      '12,345 people and 5 looks, up to 21 Nov 2026, 09:00 UTC.',
    ]);
  });

  test('doubt the metric where it is more than allowed by more than chance', () => {
    const above = { ...metric, better_or_worse: said(90), is_above: true };
    expect(aaSimulationWords(simulation({ metrics: [above] }))[1]).toBe(
      'That is more than the 5% allowed by now: doubt a “better” or “worse” of this metric here.',
    );
  });

  test('are of the re-randomizations so far while it runs, and of nothing before the first', () => {
    expect(aaSimulationWords(simulation({ status: 'running', played: 400 }))[0]).toMatch(
      /^In 400 re-randomizations so far, /,
    );
    expect(aaSimulationWords(simulation({ status: 'running', played: 0 }))).toEqual([]);
    expect(aaSimulationWords(simulation({ status: 'nothing_to_replay', metrics: [] }))).toEqual([]);
    expect(aaSimulationWords(simulation({ played: 100, reshuffles: 100 }))[0]).toMatch(/^In 100 re-randomizations, /);
  });

  test('have the secondary metrics together, where there are several', () => {
    expect(aaSimulationWords(simulation({ any_secondary: said(31) }))[3]).toBe(
      'It would have said “better” or “worse” of at least one secondary metric in 31 (3.1%).',
    );
  });

  test('say that they are without CUPED where the page uses it', () => {
    const cuped = 'The A/A simulation leaves out CUPED, which the page uses.';
    expect(aaSimulationWords(simulation({ leaves_out_cuped: true }))).toContain(cuped);
    expect(aaSimulationWords(simulation())).not.toContain(cuped);
  });

  test('count one person and one look as one', () => {
    expect(aaSimulationWords(simulation({ people: 1, looks: 1 })).at(-1)).toMatch(/^1 person and 1 look, /);
  });
});
