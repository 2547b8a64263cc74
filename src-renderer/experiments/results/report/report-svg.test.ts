import { describe, expect, test } from 'vitest';
import { experiment, result, secondary } from '#server/experiments/results/words/result-testing.ts';
import { reportSvg } from './report-svg.ts';
import { simulationMark } from './report-testing.ts';

const report = (given: object = {}) => ({
  experiment: experiment(),
  result: result(),
  secondary: [secondary()],
  mark: null,
  ...given,
});

describe('the charts of the report', () => {
  test('have a row for each test variant of each metric, with its lift, interval and mark', () => {
    const svg = reportSvg(report());
    expect(svg?.match(/>test</g)).toHaveLength(2);
    expect(svg).toContain('+20.0% (+5.0 to +37.0%) ✓');
    expect(svg).toContain('Items per person');
  });

  test('show the true lift of simulated users, of each metric that was simulated', () => {
    const svg = reportSvg(report({ mark: simulationMark }));
    expect(svg?.match(/<polygon/g)).toHaveLength(1);
    expect(svg).toContain('true lift of the simulated users');
    expect(reportSvg(report())).not.toContain('<polygon');
  });

  test('treat no part of a name as markup', () => {
    const svg = reportSvg(report({ experiment: experiment({ name: '<script>"&' }) }));
    expect(svg).toContain('&lt;script&gt;&quot;&amp;');
    expect(svg).not.toContain('<script');
  });

  test('are missing without numbers', () => {
    expect(reportSvg(report({ result: result({ variants: [] }), secondary: [] }))).toBeNull();
  });
});
