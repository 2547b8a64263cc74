import type { Failure } from '../failure.ts';
import { writeParts } from '../files.ts';
import { type Checked, type CheckedRule, reasonLines, titleOf } from './report.ts';

/** Returns JUnit XML as CI systems read it: a suite for each file, a case for each rule. */
export function junitOf({ test_run: testRun, seconds, results }: Checked): string {
  const files = Map.groupBy(results, ({ file }) => file ?? 'expectations');
  const suites = [...files].map(([file, rules]) => {
    const cases = rules.map((rule) => element('testcase', caseAttributes(file, rule), failureOf(rule)));
    return suite(file, testRun, seconds, rules.filter(isFailed).length, 0, cases);
  });
  return whole({ tests: results.length, failures: results.filter(isFailed).length, errors: 0, seconds }, suites);
}

/** Returns JUnit XML of a check that could not run, as an error. */
export function junitOfFailure({ message, fix, problems }: Failure, testRun: string): string {
  const places = problems.map(({ file, line, column, ...what }) => `${file}:${line}:${column}: ${what.message}`);
  const text = [...places, message, ...(fix === null ? [] : [fix])].join('\n');
  const name = 'benchtop expect';
  const error = element('error', { message, type: 'could_not_run' }, escaped(text));
  const cases = [element('testcase', { name, classname: name, time: '0' }, error)];
  return whole({ tests: 1, failures: 0, errors: 1, seconds: 0 }, [suite(name, testRun, 0, 0, 1, cases)]);
}

/** Writes the report, and the folders to it. Throws Failure. */
export const writeJunit = (file: string, xml: string): void => writeParts(file, [xml], 'The JUnit report');

const isFailed = ({ status }: CheckedRule) => status !== 'passed';

const caseAttributes = (file: string, rule: CheckedRule) => ({
  name: titleOf(rule),
  classname: file,
  ...(rule.line !== null && { file, line: String(rule.line) }),
  time: '0',
});

function failureOf(rule: CheckedRule): string {
  if (!isFailed(rule)) return '';
  const lines = reasonLines(rule);
  return element('failure', { message: lines[0] ?? '', type: 'expectation_failed' }, escaped(lines.join('\n')));
}

function suite(
  name: string,
  testRun: string,
  seconds: number,
  failures: number,
  errors: number,
  cases: string[],
): string {
  const counts = { tests: String(cases.length), failures: String(failures), errors: String(errors), skipped: '0' };
  const properties = element('properties', {}, element('property', { name: 'test_run', value: testRun }));
  return element('testsuite', { name, ...counts, time: seconds.toFixed(3) }, [properties, ...cases].join(''));
}

type Sums = { tests: number; failures: number; errors: number; seconds: number };

function whole({ seconds, ...sums }: Sums, suites: string[]): string {
  const counts = Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, String(value)]));
  const attributes = { name: 'benchtop expect', ...counts, time: seconds.toFixed(3) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, suites.join(''))}\n`;
}

/** Returns an element. `content`: XML. */
function element(name: string, attributes: Record<string, string>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const start = `<${name}${written.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Characters that XML 1.0 cannot contain: control characters and lone surrogates. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(notXml, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (character) => entities[character] ?? character);
