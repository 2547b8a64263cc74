import { AttributeAction, type Selector, SelectorType, stringify } from 'css-what';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Element, elementsOf } from './elements.ts';
import { compileSelector } from './selector.ts';

type Sent = {
  tag_name: string;
  $el_text?: string;
  classes?: string[];
  nth_child: number;
  nth_of_type: number;
  attributes: Record<string, string>;
};

/** Writes a chain as posthog-js does (autocapture, getElementsChainString). */
function writeChain(elements: Sent[]): string {
  const quote = (text: string) => text.replace(/"|\\"/g, '\\"');
  const writeOne = ({ tag_name, $el_text, nth_child, nth_of_type, attributes }: Sent) => {
    const classes = (attributes.class ?? '').split(/\s+/).filter(Boolean).toSorted();
    const values = Object.entries({
      ...($el_text === undefined || $el_text === '' ? {} : { text: $el_text.slice(0, 400) }),
      'nth-child': nth_child,
      'nth-of-type': nth_of_type,
      ...(attributes.href ? { href: attributes.href } : {}),
      ...(attributes.id ? { attr_id: attributes.id } : {}),
      ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`attr__${key}`, value])),
    }).sort(([one], [other]) => (one < other ? -1 : 1));
    const head = `${tag_name}${classes.map((name) => `.${name.replaceAll('"', '')}`).join('')}`;
    return `${head}:${values.map(([key, value]) => `${quote(key)}="${quote(String(value))}"`).join('')}`;
  };
  return elements.map(writeOne).join(';');
}

const asList = (elements: Sent[]) =>
  elements.map(({ attributes, ...rest }) => ({
    ...rest,
    ...Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`attr__${key}`, value])),
  }));

// A backslash before a quote is ambiguous: posthog-js writes an escaped quote the same way.
const value = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('a;b', 'say "hi"', 'x="y"', ':k="v"', 'C:\\dir', ';;'),
  )
  .map((text) => text.replace(/\\+(?="|$)/g, ''));
const className = fc.constantFrom('btn', 'md:flex', 'p-1.5', 'w-[3px]', 'über', '_x', '2xl', 'a.b', '-m-2');
const attributes = fc
  .record(
    {
      class: fc.uniqueArray(className, { minLength: 1, maxLength: 3 }).map((names) => names.join(' ')),
      id: fc.constantFrom('main', 'a.b', '1st', 'x:y', 'with space'),
      href: value.filter((text) => text !== ''),
      'data-id': value,
      '@click': value,
    },
    { requiredKeys: [] },
  )
  .map((given) => given as Record<string, string>);
const sent: fc.Arbitrary<Sent> = fc.record({
  tag_name: fc.constantFrom('a', 'button', 'div', 'my-element', 'span'),
  $el_text: value,
  nth_child: fc.integer({ min: 1, max: 12 }),
  nth_of_type: fc.integer({ min: 1, max: 12 }),
  attributes,
});
const sentChain = fc.array(sent, { minLength: 1, maxLength: 6 });

test('both forms that posthog-js sends are read as the same elements', () => {
  fc.assert(
    fc.property(sentChain, (elements) => {
      const fromChain = elementsOf({ $elements_chain: writeChain(elements) });
      const fromList = elementsOf({ $elements: asList(elements) });
      const plain = (list: Element[]) =>
        list.map((element) => ({
          ...element,
          text: element.text === '' ? null : element.text,
          classes: element.classes.toSorted(),
          attributes: { ...element.attributes },
        }));
      expect(plain(fromChain)).toEqual(plain(fromList));
    }),
    { numRuns: 3000 },
  );
});

function partsOf({ tag, classes, attributes: given, nthChild, nthOfType }: Element): Selector[] {
  const attribute = (name: string, action: AttributeAction, text: string): Selector => ({
    type: SelectorType.Attribute,
    name,
    action,
    value: text,
    ignoreCase: null,
    namespace: null,
  });
  const pseudo = (name: string, data: string): Selector => ({ type: SelectorType.Pseudo, name, data });
  return [
    { type: SelectorType.Tag, name: tag, namespace: null },
    ...classes.map((name) => attribute('class', AttributeAction.Element, name)),
    ...Object.entries(given)
      .filter(([name]) => !name.startsWith('@'))
      .flatMap(([name, text]) => [
        attribute(name, AttributeAction.Exists, ''),
        attribute(name, AttributeAction.Equals, text),
        ...(text === ''
          ? []
          : [
              attribute(name, AttributeAction.Start, [...text].slice(0, 3).join('')),
              attribute(name, AttributeAction.End, [...text].slice(-2).join('')),
              attribute(name, AttributeAction.Any, [...text].slice(1, 3).join('') || text),
            ]),
      ]),
    pseudo('nth-child', String(nthChild)),
    pseudo('nth-of-type', String(nthOfType)),
  ];
}

test('a selector built from elements of a chain always matches that chain', () => {
  fc.assert(
    fc.property(sentChain, fc.infiniteStream(fc.nat(1000)), (elements, stream) => {
      const choose = (below: number) => (stream.next().value as number) % below;
      const chain = elementsOf({ $elements_chain: writeChain(elements) });
      const tokens: Selector[] = [];
      for (let at = chain.length - 1 - choose(chain.length); at >= 0; ) {
        const [tag, ...rest] = partsOf(chain[at] as Element) as [Selector, ...Selector[]];
        tokens.push(tag, ...rest.filter(() => choose(2) === 1));
        const step = 1 + choose(2);
        at -= step;
        if (at >= 0)
          tokens.push({ type: step === 1 && choose(2) === 1 ? SelectorType.Child : SelectorType.Descendant });
      }
      const selector = stringify([tokens]);
      expect(compileSelector(selector)(chain), selector).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('a value that ends in a backslash does not include the text after it', () => {
  const [one, two] = elementsOf({
    $elements_chain: 'a:attr__title="C:\\"nth-child="3"nth-of-type="1"text="x";b:nth-child="1"nth-of-type="1"',
  });
  expect(one).toMatchObject({ attributes: { title: 'C:\\' }, nthChild: 3, text: 'x' });
  expect(two).toMatchObject({ tag: 'b', nthChild: 1 });
});

const odd: [properties: object, tags: string[]][] = [
  [{}, []],
  [{ $elements: 'x', $elements_chain: 5 }, []],
  [{ $elements: [], $elements_chain: 'a' }, ['a']],
  [{ $elements: [null, 1, { tag_name: 'A' }] }, ['', '', 'a']],
  [{ $elements_chain: 'button.x;div;span:text="y"' }, ['button', 'div', 'span']],
  [{ $elements_chain: 'a:text="never ends' }, ['a']],
  [{ $elements_chain: ';;' }, ['', '']],
];
test.each(odd)('%j has the elements %j', (properties, tags) => {
  expect(elementsOf(properties as Record<string, unknown>).map(({ tag }) => tag)).toEqual(tags);
});

test('text that only looks like a chain is parsed in linear time', () => {
  for (const part of [';', '"', '\\"', 'a="', ':text="', 'a:b="\\";', '="']) {
    const chain = part.repeat(Math.floor(1_000_000 / part.length));
    expect(elementsOf({ $elements_chain: chain }).length).toBeLessThanOrEqual(1000);
  }
});
