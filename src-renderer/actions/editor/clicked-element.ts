import type { JsonObject } from '#server/core/contract.ts';

/** The element of an autocaptured event; null where the event has no value. */
export type ClickedElement = { tag: string | null; text: string | null; href: string | null };

/** Reads the clicked element, which SDKs send first, from either form of the chain; null without one. Only for suggestions. */
export function clickedElement({ $elements: list, $elements_chain: chain }: JsonObject): ClickedElement | null {
  if (Array.isArray(list) && list.length > 0) return fromObject(list[0]);
  return typeof chain === 'string' && chain !== '' ? fromChain(chain) : null;
}

function fromObject(sent: unknown): ClickedElement {
  const object: JsonObject = typeof sent === 'object' && sent !== null ? (sent as JsonObject) : {};
  return {
    tag: textOf(object.tag_name),
    text: textOf(object.$el_text ?? object.text),
    href: textOf(object.attr__href ?? object.href),
  };
}

/** Parses the first of `tag.class:key="value"key="value";…`; in a value a quote is written `\"`. */
function fromChain(chain: string): ClickedElement {
  const first = /^([^.:;"]*)[^:;"]*(?::((?:[^"=;]+="(?:\\"|[^"])*")*))?/.exec(chain);
  const values = new Map(
    [...(first?.[2] ?? '').matchAll(/([^"=;]+)="((?:\\"|[^"])*)"/g)].map(([, key = '', value = '']) => [
      key,
      value.replaceAll('\\"', '"'),
    ]),
  );
  return {
    tag: textOf(first?.[1]),
    text: textOf(values.get('text')),
    href: textOf(values.get('attr__href') ?? values.get('href')),
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
