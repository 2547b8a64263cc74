import { type ESTree, parseSync, Visitor } from 'vite';

/** A text in a source file that the window shows. */
export type ShownText = { line: number; text: string };

/** Attributes and properties whose value is shown, or read aloud by a screen reader. */
const labels = new Set([
  'label',
  'title',
  'placeholder',
  'alt',
  'description',
  'header',
  'heading',
  'verb',
  'what',
  'hint',
  'message',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'error',
  'done',
  'says',
  'advice',
  'entries',
  'group',
]);
/** Matches a capitalized word and another one, or three words in a row: text for people. */
const sentence = /^\p{Lu}[\p{L}’']* \p{Ll}|\p{Ll}+ \p{Ll}+ \p{Ll}/u;

/** Returns the texts of a `.ts` or `.tsx` file that belong in a `words.ts`. Skips messages of plain errors, which are for developers. */
export function shownTexts(path: string, source: string): ShownText[] {
  const found = new Map<number, string>();
  const forDevelopers = new Set<number>();
  const add = ({ start, text }: Part, pattern = /\p{L}/u) => {
    if (pattern.test(text)) found.set(start, text.trim().replace(/\s+/g, ' '));
  };
  const ofLabel = (key: ESTree.Node, value: ESTree.Node | null) => {
    const name = 'name' in key ? key.name : 'value' in key ? key.value : null;
    if (typeof name === 'string' && labels.has(name)) for (const part of partsOf(value)) add(part);
  };
  const ofChildren = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    for (const part of children.flatMap(partsOf)) add(part);
  };
  const inSentence = (node: ESTree.Node) => {
    for (const part of partsOf(node)) if (!forDevelopers.has(part.start)) add(part, sentence);
  };
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  new Visitor({
    NewExpression: ({ callee, arguments: given }) => {
      if (!('name' in callee) || !/^(?:Type)?Error$/.test(String(callee.name))) return;
      for (const { start } of given.flatMap(partsOf)) forDevelopers.add(start);
    },
    JSXElement: ofChildren,
    JSXFragment: ofChildren,
    JSXAttribute: ({ name, value }) => ofLabel(name, value),
    Property: ({ key, value }) => ofLabel(key, value),
    Literal: inSentence,
    TemplateLiteral: inSentence,
  }).visit(program);
  const lineOf = (start: number) => source.slice(0, start).split('\n').length;
  return [...found].sort(([one], [other]) => one - other).map(([start, text]) => ({ line: lineOf(start), text }));
}

type Part = { start: number; text: string };

/** Returns the texts that an expression may be, its values drawn as `…`. */
function partsOf(node: ESTree.Node | null): Part[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, text: node.value }] : [];
    case 'JSXText':
      // Text on its own line begins at its first word.
      return [{ start: node.start + (/\S/.exec(node.value)?.index ?? 0), text: node.value }];
    case 'TemplateLiteral':
      return [{ start: node.start, text: node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…') }];
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return partsOf(node.expression);
    case 'ConditionalExpression':
      return [...partsOf(node.consequent), ...partsOf(node.alternate)];
    case 'LogicalExpression':
      return [...partsOf(node.left), ...partsOf(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...partsOf(node.left), ...partsOf(node.right)] : [];
    case 'ArrayExpression':
      return node.elements.flatMap(partsOf);
    default:
      return [];
  }
}
