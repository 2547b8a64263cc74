import type { z } from 'zod';
import { isJsonObject, isoDateRule } from './contract.ts';
import { typeWords } from './json/json-type-contract.ts';
import { maxQuoted } from './limits-contract.ts';
import { clip } from './text/clip-contract.ts';

type Issue = z.core.$ZodIssue;

/**
 * Words a validation issue: the field, the expected value, the received value. A schema's own message is a predicate ("must …").
 * The received value is known only with `reportInput`.
 */
export function issueSentence(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') {
    const guess = issue.message.startsWith('Did you mean') ? ` ${issue.message}` : '';
    return `Unknown key \`${nameOf(pathOf(issue))}\`.${guess}`;
  }
  const name = issue.path.length === 0 ? 'The body' : `\`${nameOf(issue.path)}\``;
  const rule = ruleOf(issue);
  if (!('input' in issue) || rule === blankRule || /, not [\d.]+$/.test(rule)) return `${name} ${rule}.`;
  const input = inputOf(issue);
  if (input === undefined) return `${name} is required. It ${rule}.`;
  if (rule === numberRule && isLongInteger(input)) {
    return `${name} must be a number up to ${Number.MAX_SAFE_INTEGER}; got ${input}.`;
  }
  const hint = rule === isoDateRule && isPlusLost(input) ? ' In a URL, write "+" as %2B.' : '';
  return `${name} ${rule}; got ${received(issue, rule, input)}.${hint}`;
}

/** Returns the path of an issue: of an unknown key its own, for which zod has that of the object around it. */
export const pathOf = (issue: Issue): PropertyKey[] =>
  issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;

/** Writes a path as code does: `steps[0].url`. */
export const nameOf = (path: readonly PropertyKey[]) =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('');

const blankRule = 'must not be blank';
const numberRule = 'must be a number';

/** Recognizes an integer that a number cannot hold: it arrives as its digits. */
const isLongInteger = (input: unknown): input is string => typeof input === 'string' && /^-?\d{16,40}$/.test(input);

function ruleOf(issue: Issue): string {
  if (issue.message.startsWith('must ')) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${choice(issue.values)}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? `a valid ${issue.format}`}`;
    case 'invalid_union':
      return unionRule(issue);
    case 'too_small':
    case 'too_big':
      return boundRule(issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `must not have the key ${choice(issue.keys)}`;
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'must be valid';
  }
}

function boundRule(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): string {
  const isLeast = issue.code === 'too_small';
  const bound = isLeast ? issue.minimum : issue.maximum;
  if (isLeast && issue.origin === 'string' && bound === 1) return blankRule;
  const unit = units[issue.origin];
  const counted = bound === 1 ? unit : `${unit}s`;
  if (unit !== undefined) return `must have at ${isLeast ? 'least' : 'most'} ${bound} ${counted}`;
  if (issue.inclusive !== true) return `must be ${isLeast ? 'greater' : 'less'} than ${bound}`;
  return `must be at ${isLeast ? 'least' : 'most'} ${bound}`;
}

function unionRule(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && issue.options !== undefined) return `must be ${choice(issue.options)}`;
  const rules = issue.errors.flatMap(([first]) => (first?.path.length === 0 ? [ruleOf(first)] : []));
  return `must be ${listed([...new Set(rules)].map((rule) => rule.replace(/^must be /, '')))}`;
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  record: 'an object',
};
const units: Record<string, string> = { string: 'character', array: 'item' };
const formats: Record<string, string> = {
  email: 'an email address',
  uuid: 'a UUID',
  url: 'a URL',
  datetime: 'an ISO 8601 time in UTC, like 2026-11-20T14:15:22Z',
};

const choice = (values: readonly unknown[]) => listed(values.map((value) => JSON.stringify(value)));

const listed = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;

/** Returns the value at the path of the issue: a discriminated union reports the object around it. */
function inputOf(issue: Issue): unknown {
  if (issue.code !== 'invalid_union' || issue.discriminator === undefined) return issue.input;
  const { input, discriminator } = issue;
  return typeof input === 'object' && input !== null
    ? Object.entries(input).find(([key]) => key === discriminator)?.[1]
    : input;
}

function received({ code }: Issue, rule: string, input: unknown): string {
  const isSize = code === 'too_big' || code === 'too_small';
  if (isSize && (typeof input === 'string' || Array.isArray(input))) return String(input.length);
  // A rule with braces is about the keys of an object, so its type is not the problem.
  if (isJsonObject(input) && rule.includes('{')) return clip(JSON.stringify(input), maxQuoted);
  if (typeof input === 'object' && input !== null) return typeWords(input);
  if (typeof input !== 'string') return String(input);
  if (/\b(?:object|array)\b/.test(rule)) return typeWords(input);
  return JSON.stringify(clip(input, maxQuoted));
}

/** Recognizes a time whose "+" URL decoding turned into a space. */
const isPlusLost = (input: unknown) => typeof input === 'string' && /\d \d{2}:?\d{2}$/.test(input);
