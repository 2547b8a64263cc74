import { describe, expect, test } from 'vitest';
import type { AaFrequency, AaSimulation } from '#server/experiments/results/aa-simulation/aa-simulation-contract.ts';
import { replayWords } from './replay-words.ts';

const said = (count: number, played = 1000): AaFrequency => ({
  count,
  share: count / played,
  interval: [Math.max(0, count / played - 0.005), count / played + 0.009],
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
const replay = (given: Partial<AaSimulation> = {}): AaSimulation => ({
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

describe('the sentences of a replay', () => {
  test('say how often it was better or worse, by chance, and when', () => {
    expect(replayWords(replay())).toEqual([
      'In 1,000 reshuffles, this page would have said “better” or “worse” in 13 (1.3%), 95% interval 0.8 to 2.2%.',
      'No sign that it is more than the 5% allowed by now.',
      'It would have called a variant leading at some look in 34.1%, at the last one in 8.2%.',
      '12,345 people and 5 looks, up to 21 Nov 2026, 09:00 UTC.',
    ]);
  });

  test('doubt the metric where it is more than allowed by more than chance', () => {
    const above = { ...metric, better_or_worse: said(90), is_above: true };
    expect(replayWords(replay({ metrics: [above] }))[1]).toBe(
      'That is more than the 5% allowed by now: doubt a “better” or “worse” of this metric here.',
    );
  });

  test('are of the reshuffles so far while it is played, and of nothing before the first', () => {
    expect(replayWords(replay({ status: 'running', played: 400 }))[0]).toMatch(/^In 400 reshuffles so far, /);
    expect(replayWords(replay({ status: 'running', played: 0 }))).toEqual([]);
    expect(replayWords(replay({ status: 'nothing_to_replay', metrics: [] }))).toEqual([]);
    expect(replayWords(replay({ played: 100, reshuffles: 100 }))[0]).toMatch(/^In 100 reshuffles, /);
  });

  test('have the secondary metrics together, where there are several', () => {
    expect(replayWords(replay({ any_secondary: said(31) }))[3]).toBe(
      'It would have said “better” or “worse” of at least one secondary metric in 31 (3.1%).',
    );
  });

  test('say that they are without CUPED where the page uses it', () => {
    const cuped = 'The replay leaves out CUPED, which the page uses.';
    expect(replayWords(replay({ leaves_out_cuped: true }))).toContain(cuped);
    expect(replayWords(replay())).not.toContain(cuped);
  });

  test('count one person and one look as one', () => {
    expect(replayWords(replay({ people: 1, looks: 1 })).at(-1)).toMatch(/^1 person and 1 look, /);
  });
});
