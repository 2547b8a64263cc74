import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import type { JsonObject } from '../../core/contract.ts';
import { jsonTypeOf } from '../../core/json/json-type-contract.ts';
import { maxElements, maxElementsText } from '../../core/limits-contract.ts';

/**
 * An element of an autocaptured event's chain, which starts at the clicked one and continues with its ancestors. `tag` is in
 * lower case. Positions count from 1; 0 if unknown.
 */
export type Element = {
  tag: string;
  text: string | null;
  href: string | null;
  classes: string[];
  attributes: Record<string, string>;
  nthChild: number;
  nthOfType: number;
};

/**
 * Reads the chain of an event in either form; empty if none. The array has more details. Ignores anything beyond `maxElements` or
 * `maxElementsText`.
 */
export function elementsOf({ $elements: list, $elements_chain: chain }: JsonObject): Element[] {
  if (Array.isArray(list) && list.length > 0) return fromList(list);
  return typeof chain === 'string' && chain !== '' ? parseChain(chain.slice(0, maxElementsText)) : [];
}

/** A parsed chain takes several times its text's memory. */
const chainCacheLimits = { entries: 1000, bytes: 8 * 1024 * 1024, bytesOf: (chain: string) => 8 * bytesOfText(chain) };

/** Caches the latest chains of `elementsOf`: people click the same few buttons. */
export function createElementReader(): (properties: JsonObject) => Element[] {
  const known = new BoundedCache<string, Element[]>(chainCacheLimits);
  return (properties) => {
    const { $elements: list, $elements_chain: chain } = properties;
    if (typeof chain !== 'string' || chain.length > 10_000 || Array.isArray(list)) return elementsOf(properties);
    const before = known.get(chain);
    if (before !== undefined) return before;
    const read = elementsOf(properties);
    known.set(chain, read);
    return read;
  };
}

function fromList(list: unknown[]): Element[] {
  const elements: Element[] = [];
  let left = maxElementsText;
  for (const sent of list.slice(0, maxElements)) {
    const object = typeof sent === 'object' && sent !== null ? (sent as JsonObject) : {};
    left -= textIn(object, left);
    if (left < 0) break;
    elements.push(fromObject(object));
  }
  return elements;
}

/** Counts the characters of an element's keys, texts and lists; stops above `maxLength`. */
function textIn(value: object, maxLength: number): number {
  let length = 0;
  for (const [key, each] of Object.entries(value)) {
    length += key.length;
    if (typeof each === 'string') length += each.length;
    else if (Array.isArray(each)) length += textIn(each, maxLength - length);
    if (length > maxLength) break;
  }
  return length;
}

function fromObject(object: JsonObject): Element {
  const attributes = attributesOf(Object.entries(object));
  return {
    tag: (asText(object.tag_name) ?? '').toLowerCase(),
    text: asText(object.$el_text ?? object.text),
    href: attributes.href ?? asText(object.href),
    classes: listedClasses(object.classes ?? object.attr_class) ?? splitClasses(attributes.class),
    attributes,
    nthChild: position(object.nth_child),
    nthOfType: position(object.nth_of_type),
  };
}

const listedClasses = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.map(String) : undefined;

const splitClasses = (value: string | undefined): string[] => value?.split(/\s+/).filter((name) => name !== '') ?? [];

const asText = (value: unknown): string | null =>
  typeof value === 'string' ? value : ['number', 'boolean'].includes(jsonTypeOf(value)) ? String(value) : null;

const position = (value: unknown): number => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 ? number : 0;
};

/** Returns the keys that start with `attr__`, as posthog-js marks HTML attributes, in lower case. */
function attributesOf(entries: [string, unknown][]): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [key, value] of entries) {
    const text = key.startsWith('attr__') ? asText(value) : null;
    if (text !== null) attributes[key.slice(6).toLowerCase()] = text;
  }
  return attributes;
}

/** Attributes start after a colon followed by one of these keys, which no class name contains. */
const attributesStart = /:(?=attr__|(?:attr_id|href|nth-child|nth-of-type|text)=")/;
const otherStart = /:(?=[\w-]+=")/;
const keyAhead = /[^\s"=;][^"=;]*="/y;

/**
 * Parses `tag.class.class:key="value"key="value";tag…`, as posthog-js writes it (autocapture, getElementsChainString): keys in
 * order, `"` as `\"`, backslashes unescaped. A value that ends in a backslash is therefore ambiguous; it ends where nothing valid
 * follows it.
 */
function parseChain(chain: string): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < chain.length && elements.length < maxElements; ) {
    const { head, start } = headAt(chain, at);
    const values = new Map<string, string>();
    let end = start;
    while (isKeyAt(chain, end)) {
      const equals = chain.indexOf('="', end);
      const close = valueEnd(chain, equals + 2);
      values.set(
        chain.slice(end, equals).replaceAll('\\"', '"'),
        chain.slice(equals + 2, close).replaceAll('\\"', '"'),
      );
      end = close + 1;
    }
    elements.push(fromParts(head, values));
    const next = chain.indexOf(';', end);
    at = next < 0 ? chain.length : next + 1;
  }
  return elements;
}

/** Reads tag and classes, and returns where the attributes start; an element without any ends at the next semicolon. */
function headAt(chain: string, at: number): { head: string; start: number } {
  const semicolon = chain.indexOf(';', at);
  const piece = chain.slice(at, semicolon < 0 ? chain.length : semicolon);
  const known = piece.search(attributesStart);
  const colon = known >= 0 ? known : piece.search(otherStart);
  return colon < 0 ? { head: piece, start: at + piece.length } : { head: piece.slice(0, colon), start: at + colon + 1 };
}

function isKeyAt(chain: string, at: number): boolean {
  keyAhead.lastIndex = at;
  return keyAhead.test(chain);
}

/** Returns the index of the quote that ends the value at `start`, or the end of a truncated chain. */
function valueEnd(chain: string, start: number): number {
  let doubtful = -1;
  for (let quote = chain.indexOf('"', start); quote >= 0; quote = chain.indexOf('"', quote + 1)) {
    const canEnd = quote + 1 >= chain.length || chain[quote + 1] === ';' || isKeyAt(chain, quote + 1);
    if (chain[quote - 1] !== '\\' || quote === start) return canEnd || doubtful < 0 ? quote : doubtful;
    if (canEnd && doubtful < 0) doubtful = quote;
  }
  return doubtful < 0 ? chain.length : doubtful;
}

function fromParts(head: string, values: Map<string, string>): Element {
  const [tag = '', ...classes] = head.split('.');
  const attributes = attributesOf([...values]);
  const id = values.get('attr_id');
  if (id !== undefined && attributes.id === undefined) attributes.id = id;
  return {
    tag: tag.toLowerCase(),
    text: values.get('text') ?? null,
    href: attributes.href ?? values.get('href') ?? null,
    // A dot in a class name looks the same as a separator.
    classes: attributes.class === undefined ? classes.filter((name) => name !== '') : splitClasses(attributes.class),
    attributes,
    nthChild: position(values.get('nth-child')),
    nthOfType: position(values.get('nth-of-type')),
  };
}
