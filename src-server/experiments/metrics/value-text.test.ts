import { expect, test } from 'vitest';
import { type MetricKind, valueFormats } from './kind-contract.ts';

const baseline = { successes: 3, events: 1200 };

test.each<[MetricKind, string, string, string, string, string, string]>([
  ['conversion', 'Share of people', '50%', '3 of 8 people did it', 'Successes', '12', '50.0% (12 of 8 people)'],
  [
    'mean_count',
    'Events per person',
    '0.5 per person',
    '1,200 events of 8 people',
    'Events',
    '12',
    '0.50 per person (12 by 8 people)',
  ],
  [
    'mean_property',
    'Sum per person',
    '0.5 per person',
    '1,200 events of 8 people',
    'Sum',
    '12.50',
    '0.50 per person (a sum of 12.50 by 8 people)',
  ],
  ['ratio', 'Ratio', '0.5', '1,200 events of 8 people', 'Numerator', '12.50', '0.50 (8 people)'],
  ['retention', 'Share that came back', '50%', '3 of 8 people came back', 'Came back', '12', '50.0% (12 of 8 people)'],
])('a value of %s is a %s', (kind, unit, figure, meaning, counted, count, ofPeople) => {
  const format = valueFormats[kind];
  expect(format.unit).toBe(unit);
  expect(format.figure(0.5)).toBe(figure);
  expect(format.meaning(baseline, '8 people')).toBe(meaning);
  expect(format.counted).toBe(counted);
  const number = count.includes('.') ? 12.5 : 12;
  expect(format.count(number)).toBe(count);
  expect(format.ofPeople(format.value(0.5), count, '8 people')).toBe(ofPeople);
});

test.each<[MetricKind, number, [number, number], string]>([
  ['mean_property', -3.25, [-4.5, -2], '−3.25 in −4.50 to −2.00'],
  ['ratio', 1.234, [1.2, 1.27], '1.234 in 1.200 to 1.270'],
  ['retention', 0.31, [0.3, 0.32], '31.0% in 30.0 to 32.0%'],
])('the precision of a %s value, %d, follows its interval', (kind, value, interval, text) => {
  const format = valueFormats[kind];
  expect(`${format.value(value, interval)} in ${format.interval(interval)}`).toBe(text);
});

test('a sum below zero has the same minus sign as its value', () => {
  expect(valueFormats.mean_property.count(-1234)).toBe('−1,234');
  expect(valueFormats.ratio.count(-0.5)).toBe('−0.50');
});
