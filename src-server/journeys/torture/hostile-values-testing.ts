import { propertyOperator } from '../../properties/contract.ts';

/**
 * Hostile values of an app, with everything that reads stored values: flags, actions, filters, experiments and lists. An answer
 * later than the limit, also to another client, counts as hung. The limit suits a busy machine; before these values were bounded,
 * they took minutes, or all memory.
 */
export const hangMs = 30_000;
export const root = '/api/projects/@current/';

const worth: Record<string, unknown> = { regex: '^(a|b|[0-9])*z.{900}[cd]$', not_regex: '(?:a?){900}z' };
const numbers = ['gt', 'gte', 'lt', 'lte'];
export const conditions = propertyOperator.options.map((operator) => ({
  key: 'value',
  operator,
  value: worth[operator] ?? (numbers.includes(operator) ? 5 : operator.startsWith('is_date') ? '2026-01-31' : 'needle'),
}));

const element = (tag: string) => ({
  tag_name: tag,
  $el_text: 'Buy',
  attr__class: 'a b c',
  nth_child: 1,
  nth_of_type: 1,
});
/** Groups of values that fit on one page, so that every list reads each value of a group. */
export const values: Record<string, Record<string, () => { value: unknown; extra?: object }>> = {
  'long texts': {
    '80,000 digits': () => ({ value: `${'1'.repeat(80_000)}x` }),
    '1,000,000 digits': () => ({ value: `${'1'.repeat(1_000_000)}x` }),
    '300,000 clock times, as a URL too': () => {
      const value = '1:11'.repeat(300_000);
      return { value, extra: { $current_url: value } };
    },
    'a URL of 300,000 slashes': () => ({ value: 1, extra: { $current_url: `${'/'.repeat(300_000)}x` } }),
    '19 MB of text': () => ({ value: 'ab'.repeat(9_500_000) }),
    'arrays 490 levels deep': () => ({ value: JSON.parse(`${'['.repeat(490)}${']'.repeat(490)}`) }),
  },
  'many parts': {
    '140,000 keys': () => ({
      value: Object.fromEntries(Array.from({ length: 140_000 }, (_, index) => [`key ${index}`, index])),
    }),
    'a chain of 1,000,000 elements': () => ({ value: 1, extra: { $elements_chain: 'a.b.c;'.repeat(1_000_000) } }),
    'a chain of 300,000 attributes': () => ({
      value: 1,
      extra: { $elements_chain: `a:${Array.from({ length: 300_000 }, (_, index) => `k${index}="\\"`).join('')}` },
    }),
    '40,000 elements': () => ({ value: 1, extra: { $elements: Array.from({ length: 40_000 }, () => element('div')) } }),
    '20,000 groups': () => ({
      value: 1,
      extra: { $groups: Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`type ${index}`, 'key'])) },
    }),
  },
};

const valueAttr = 'filters__groups__0__properties__0__value';
const flagOf = (groups: object[]) => ({ key: 'refused', filters: { groups } });
const flagBy = (value: string) => flagOf([{ properties: [{ key: 'value', operator: 'regex', value }] }]);
const actionOf = (steps: object[]) => ({ name: 'refused', steps });
const manyConditions = Array(200_000).fill({ key: 'x', value: 1 });
/** Keys in a management request that are refused with a sentence, or bounded. */
export const refused: [name: string, path: string, body: () => object, attr: string][] = [
  ['a flag of 10,000 conditions', 'feature_flags/', () => flagOf(Array(10_000).fill({})), 'filters__groups'],
  [
    'a flag of 200,000 conditions',
    'feature_flags/',
    () => flagOf([{ properties: manyConditions }]),
    'filters__groups__0__properties',
  ],
  ['a regex that repeats repetitions', 'feature_flags/', () => flagBy('(a{1000}){1000}'), valueAttr],
  ['a regex that is too large', 'feature_flags/', () => flagBy('.{1000}'.repeat(5)), valueAttr],
  ['a regex of 1 MB', 'feature_flags/', () => flagBy('a'.repeat(1_000_000)), valueAttr],
  ['an action of 10,000 steps', 'actions/', () => actionOf(Array(10_000).fill({ event: 'x' })), 'steps'],
  [
    'a step of 10,000 properties',
    'actions/',
    () => actionOf([{ properties: Array(10_000).fill({ key: 'x', value: 1 }) }]),
    'steps__0__properties',
  ],
  ['a selector of 100 kB', 'actions/', () => actionOf([{ selector: 'a '.repeat(50_000) }]), 'steps__0__selector'],
  [
    'a URL regex that is too large',
    'actions/',
    () => actionOf([{ url: '.{1000}'.repeat(5), url_matching: 'regex' }]),
    'steps__0__url',
  ],
];
