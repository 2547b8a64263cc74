import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Cuped } from '#server/experiments/results/judge/evidence-contract.ts';
import { basis, evidence, versus } from '#server/experiments/results/words/evidence-testing.ts';
import {
  experiment,
  health,
  result,
  secondary,
  testVariant,
  variant,
  verdict,
} from '#server/experiments/results/words/result-testing.ts';
import { type Report, reportCsv, reportJson, reportMarkdown } from './report.ts';
import { reportSvg } from './report-svg.ts';
import { simulationMark } from './report-testing.ts';

const report = (given: Partial<Report> = {}): Report => ({
  experiment: experiment(),
  result: result(),
  secondary: [secondary()],
  mark: null,
  link: 'http://127.0.0.1:8010/experiments/7?project=1',
  ...given,
});

describe('the report in Markdown', () => {
  test('begins with the name and the verdict, and has a table a metric', () => {
    const text = reportMarkdown(report());
    expect(text).toMatch(/^# Shorter checkout\n\n\*\*“test” is better than control\.\*\* /);
    expect(text).toContain('## Primary metric');
    expect(text).toContain('| test | 2,000 | 288 | 14.4% (12.9 to 16.0%) | +20.0% | +5.0 to +37.0% |');
    expect(text).toContain('| +19.0% (+4.0 to +35.0%) |');
    expect(text).toContain('standard deviation 0.3 of the log ratio');
    expect(text).toContain('## Items per person');
    expect(text).toContain('- No sign of a split mismatch, p = 1.000');
    expect(text).toContain('Computed at 21 Nov 2026, 09:00 UTC.');
    expect(text).toContain('[Open the results](<http://127.0.0.1:8010/experiments/7?project=1>)');
  });

  test('has the charts as an image that needs no other file', () => {
    const text = reportMarkdown(report());
    expect(text).toContain('![Charts of the results][charts]');
    const [, image = ''] = /^\[charts\]: <data:image\/svg\+xml,(.*)>$/m.exec(text) ?? [];
    expect(decodeURIComponent(image)).toBe(reportSvg(report()));
  });

  test('has the true lift of simulated users, and no such column of real ones', () => {
    const text = reportMarkdown(report({ mark: simulationMark }));
    expect(text).toContain('| True lift |');
    expect(text).toMatch(/^\| test .*\| \+20\.0% \|$/m);
    expect(text).toMatch(/^\| control .*\| – \|$/m);
    expect(reportMarkdown(report())).not.toContain('True lift');
  });

  test('writes a number below a limit as the page does', () => {
    const shrunken = { lift: -0.2, interval: [-0.3, -0.1] as [number, number], chance_to_win: 1e-5 };
    const sure = testVariant({
      evidence: evidence({ versus: versus({ p_value: 1e-9, p_value_adjusted: 1e-9, shrunken }) }),
    });
    const text = reportMarkdown(report({ result: result({ variants: [variant(), sure] }) }));
    expect(text).toContain('| < 0.0001 (< 0.0001) |');
    expect(text).toContain('| < 0.1% |');
    expect(text).not.toContain('&lt;');
  });

  test('says that it is a rehearsal, and what was concluded', () => {
    const ended = experiment({ status: 'complete', conclusion: 'won', conclusion_comment: 'Roll out\nin May' });
    const text = reportMarkdown(
      report({ experiment: ended, result: result({ health: health({ is_rehearsal: true }) }) }),
    );
    expect(text.match(/Rehearsal/g)).toHaveLength(1);
    expect(text).toContain('*Rehearsal: few or simulated people.');
    expect(text).toContain('Conclusion: **A test variant won**. Roll out in May');
    const noted = reportMarkdown(report({ experiment: { ...ended, conclusion: null } }));
    expect(noted).toContain('**Note:** Roll out in May');
    expect(noted).not.toContain('Conclusion');
  });

  test('treats no part of a name as markup', () => {
    const text = reportMarkdown(
      report({ experiment: experiment({ name: 'A\n# B <script>' }), secondary: [secondary({ name: 'a | b' })] }),
    );
    expect(text).toContain('# A # B \\<script>\n');
    expect(text.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1);
  });

  test('of a draft has the verdict and no tables of numbers', () => {
    const draft = result({
      status: 'draft',
      variants: [],
      exposure: null,
      health: null,
      run: null,
      verdict: verdict({ kind: 'draft', variant: null, next: [{ code: 'launch' }] }),
    });
    const text = reportMarkdown(
      report({ experiment: experiment({ status: 'draft', start_date: null }), result: draft, secondary: [] }),
    );
    expect(text).toContain('**Not launched yet.**');
    expect(text).not.toContain('Chance to win');
  });
});

describe('the report as CSV', () => {
  test('has a row a metric and variant, with numbers as they are', () => {
    const rows: Record<string, string>[] = parse(reportCsv(report()), { columns: true });
    expect(rows.map(({ metric, variant }) => `${metric} ${variant}`)).toEqual([
      'Primary metric control',
      'Primary metric test',
      'Items per person control',
      'Items per person test',
    ]);
    expect(rows[1]).toMatchObject({ people: '2000', count: '288', lift: '0.2', lift_low: '0.05', rehearsal: 'false' });
    expect(rows[1]).toMatchObject({
      shrunken_lift: '0.19',
      shrunken_low: '0.04',
      suspicious: 'false',
      chance_to_win: '0.994',
    });
    expect(rows[0]).toMatchObject({ lift: '', p_value: '' });
  });

  test('says what CUPED did, with the comparison as it is without', () => {
    const found = { theta: 1, variance_reduction: 0.4, people_with_history: 900, p_value: 0.5 };
    const cuped: Cuped = { days: 14, state: 'applied', ...found };
    const unadjusted = versus({ lift: 0.18, lift_interval: [0.01, 0.4], p_value: 0.04 });
    const variants = [
      variant(),
      testVariant({ evidence: evidence({ adjusted_value: 0.143, versus: versus({ unadjusted }) }) }),
    ];
    const given = report({ result: result({ variants, basis: basis({ cuped }) }), secondary: [secondary()] });
    const rows: Record<string, string>[] = parse(reportCsv(given), { columns: true });
    const [control, test, none] = rows;
    expect(test).toMatchObject({ cuped: 'applied', cuped_days: '14', cuped_variance_reduction: '0.4' });
    expect(test).toMatchObject({ cuped_value: '0.143', unadjusted_lift: '0.18', unadjusted_p_value: '0.04' });
    expect(test).toMatchObject({ unadjusted_lift_low: '0.01', unadjusted_lift_high: '0.4' });
    expect(control).toMatchObject({ cuped: 'applied', unadjusted_lift: '' });
    expect(none).toMatchObject({ cuped: '', cuped_days: '' });
  });

  test('keeps a spreadsheet from evaluating a name, and keeps negative numbers numeric', () => {
    const text = reportCsv(report({ experiment: experiment({ name: '=HYPERLINK("http://x")' }) }));
    const rows: Record<string, string>[] = parse(text, { columns: true });
    expect(rows[0]?.experiment).toBe('\'=HYPERLINK("http://x")');
    const lost = result();
    const [control, test] = lost.variants;
    if (control === undefined || test === undefined) throw new Error('The fixture has no test variant');
    const falling = { ...test, evidence: evidence({ versus: versus({ lift: -0.2 }) }) };
    const [, row]: Record<string, string>[] = parse(
      reportCsv(report({ result: { ...lost, variants: [control, falling] } })),
      {
        columns: true,
      },
    );
    expect(row?.lift).toBe('-0.2');
  });
});

test('the report as JSON holds the answers of the server as they are', () => {
  const given = report();
  expect(JSON.parse(reportJson(given))).toEqual({
    experiment: given.experiment,
    result: given.result,
    secondary_results: given.secondary,
  });
});
