import { AttributeAction, type AttributeSelector, parse, type Selector, SelectorType } from 'css-what';
import type { Element } from './elements.ts';

/** A selector that is invalid, or uses syntax that an element chain cannot answer; the message says which. */
export class InvalidSelectorError extends Error {}

type ElementTest = (element: Element) => boolean;
/** Tests of one element, and its relation to the previous: parent or any ancestor. */
export type Compound = { isChild: boolean; tests: ElementTest[] };

/**
 * Compiles CSS into a test of whether some element of a chain (the element, its parent, …) matches. Throws InvalidSelectorError.
 */
export function compileSelector(selector: string): (chain: Element[]) => boolean {
  const alternatives = parseSelector(selector).map(compoundsOf);
  return (chain) => alternatives.some((compounds) => matchesChain(compounds, chain));
}

/** Returns the tokens of each alternative of a comma list. */
export function parseSelector(selector: string): Selector[][] {
  let parsed: Selector[][];
  try {
    parsed = parse(selector);
  } catch (error) {
    throw new InvalidSelectorError(`The selector is not valid CSS: ${(error as Error).message}.`);
  }
  if (parsed.length === 0) throw new InvalidSelectorError('The selector must not be empty.');
  for (const tokens of parsed) {
    if (compoundsOf(tokens).some(({ tests }) => tests.length === 0)) {
      throw new InvalidSelectorError('The selector needs an element before and after each combinator.');
    }
  }
  return parsed;
}

/** Returns the parts from outermost to innermost. */
export function compoundsOf(tokens: Selector[]): Compound[] {
  let last: Compound = { isChild: false, tests: [] };
  const compounds = [last];
  for (const token of tokens) {
    if (token.type === SelectorType.Child || token.type === SelectorType.Descendant) {
      last = { isChild: token.type === SelectorType.Child, tests: [] };
      compounds.push(last);
    } else {
      last.tests.push(testOf(token));
    }
  }
  return compounds;
}

/** Matches compounds with a chain in time linear in elements times parts: tracks which elements can match the parts so far. */
export function matchesChain(compounds: Compound[], chain: Element[]): boolean {
  let before: boolean[] = [];
  for (const [index, { isChild, tests }] of compounds.entries()) {
    const now: boolean[] = [];
    let hasAncestor = false;
    for (let at = chain.length - 1; at >= 0; at--) {
      const element = chain[at] as Element;
      const fits = index === 0 || (isChild ? before[at + 1] === true : hasAncestor);
      now[at] = fits && tests.every((test) => test(element));
      hasAncestor ||= before[at] === true;
    }
    before = now;
  }
  return before.includes(true);
}

function testOf(token: Selector): ElementTest {
  switch (token.type) {
    case SelectorType.Universal:
      return () => true;
    case SelectorType.Tag: {
      const tag = token.name.toLowerCase();
      return (element) => element.tag === tag;
    }
    case SelectorType.Attribute:
      return attributeTest(token);
    case SelectorType.Pseudo: {
      if (token.name !== 'nth-child' && token.name !== 'nth-of-type') throw unsupported(`:${token.name}`);
      const isNth = nthTest(typeof token.data === 'string' ? token.data : '');
      return token.name === 'nth-child'
        ? ({ nthChild }) => nthChild > 0 && isNth(nthChild)
        : ({ nthOfType }) => nthOfType > 0 && isNth(nthOfType);
    }
    default:
      throw unsupported(combinators[token.type] ?? `"${token.type}"`);
  }
}

const combinators: Partial<Record<SelectorType, string>> = {
  [SelectorType.Adjacent]: 'The combinator "+"',
  [SelectorType.Sibling]: 'The combinator "~"',
  [SelectorType.ColumnCombinator]: 'The combinator "||"',
  [SelectorType.Parent]: 'The combinator "<"',
  [SelectorType.PseudoElement]: 'A pseudo-element',
};

const unsupported = (what: string) =>
  new InvalidSelectorError(
    `${what} is not supported: use tag, .class, #id, [attr], :nth-child(), :nth-of-type(), a space, ">" and ","`,
  );

function attributeTest({ name, action, value, ignoreCase }: AttributeSelector): ElementTest {
  const fold = ignoreCase === true ? (text: string) => text.toLowerCase() : (text: string) => text;
  const wanted = fold(value);
  if (name === 'class' && action === AttributeAction.Element) {
    return ({ classes }) => classes.some((given) => fold(given) === wanted);
  }
  const isMatch = valueTest(action, wanted);
  return (element) => {
    const given = attributeOf(element, name);
    return given !== undefined && isMatch(fold(given));
  };
}

/** Returns the value of an attribute; HTML attribute names ignore case. */
function attributeOf({ attributes, classes, href }: Element, name: string): string | undefined {
  const key = name.toLowerCase();
  const given = attributes[key];
  if (given !== undefined) return given;
  if (key === 'class' && classes.length > 0) return classes.join(' ');
  return key === 'href' ? (href ?? undefined) : undefined;
}

/** Tests the value of an attribute; in CSS, the empty string is a substring of nothing. */
function valueTest(action: AttributeAction, wanted: string): (given: string) => boolean {
  switch (action) {
    case AttributeAction.Exists:
      return () => true;
    case AttributeAction.Equals:
      return (given) => given === wanted;
    case AttributeAction.Start:
      return (given) => wanted !== '' && given.startsWith(wanted);
    case AttributeAction.End:
      return (given) => wanted !== '' && given.endsWith(wanted);
    case AttributeAction.Any:
      return (given) => wanted !== '' && given.includes(wanted);
    case AttributeAction.Element:
      return (given) => given.split(/\s+/).includes(wanted) && wanted !== '';
    case AttributeAction.Hyphen:
      return (given) => given === wanted || given.startsWith(`${wanted}-`);
    default:
      throw unsupported('[attr!=value]');
  }
}

/** Parses `3`, `odd`, `even` or `an+b` into a test of a position. */
function nthTest(formula: string): (position: number) => boolean {
  const text = formula.trim().toLowerCase().replaceAll(/\s+/g, '');
  if (text === 'odd') return (position) => position % 2 === 1;
  if (text === 'even') return (position) => position % 2 === 0;
  const match = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(text);
  if (match === null || text === '')
    throw new InvalidSelectorError(`":nth-child(${formula})" needs a number, "odd", "even" or a form like "2n+1".`);
  const [, step, offset = '0'] = match;
  const start = Number(offset);
  if (step === undefined) return (position) => position === start;
  const every = step === '' || step === '+' ? 1 : step === '-' ? -1 : Number(step);
  return (position) =>
    every === 0 ? position === start : (position - start) / every >= 0 && (position - start) % every === 0;
}
