import { compileAfter, compileBefore, compileOnDate } from './compile-date.ts';
import {
  type Compile,
  compileAnything,
  compileNumber,
  compileOneOf,
  compilePattern,
  compileText,
} from './compile-value.ts';
import type { PropertyOperator } from './contract.ts';

/** `near`: operators that may be meant instead, most likely first; never the plain negation. */
type Operator = { compile: Compile; near: PropertyOperator[] };

const contains = compileText((text, part) => text.includes(part));

/** The test of each operator. `operatorTraits` has the parts that the window also needs. */
export const operators = {
  exact: { compile: compileOneOf, near: ['icontains', 'regex'] },
  is_not: { compile: compileOneOf, near: [] },
  is_set: { compile: compileAnything, near: [] },
  is_not_set: { compile: compileAnything, near: [] },
  icontains: { compile: contains, near: ['regex'] },
  not_icontains: { compile: contains, near: [] },
  regex: { compile: compilePattern, near: ['icontains', 'exact'] },
  not_regex: { compile: compilePattern, near: [] },
  gt: { compile: compileNumber((number, limit) => number > limit), near: ['gte'] },
  gte: { compile: compileNumber((number, limit) => number >= limit), near: [] },
  lt: { compile: compileNumber((number, limit) => number < limit), near: ['lte'] },
  lte: { compile: compileNumber((number, limit) => number <= limit), near: [] },
  is_date_exact: { compile: compileOnDate, near: [] },
  is_date_before: { compile: compileBefore, near: ['is_date_exact'] },
  is_date_after: { compile: compileAfter, near: ['is_date_exact'] },
} satisfies Record<PropertyOperator, Operator>;
