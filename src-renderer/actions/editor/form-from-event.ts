import { stepInput } from '#server/actions/contract.ts';
import { type JsonObject, maxName } from '#server/core/contract.ts';
import { clip } from '#server/core/text/clip-contract.ts';
import { type ActionForm, newForm, newStep, type StepDraft } from './action-form.ts';

/** Returns a new action that matches `event` and similar ones: its name, URL, and the tag, text and link of its element. */
export function actionFormFromEvent(event: { event: string; properties: JsonObject }): ActionForm {
  const url = event.properties.$current_url;
  const element = clickedElement(event.properties);
  const found = {
    event: event.event,
    text: element?.text,
    href: element?.href,
    tag_name: element?.tag,
    url: typeof url === 'string' ? url : undefined,
  };
  const texts: StepDraft['texts'] = {};
  for (const [field, text] of Object.entries(found) as [keyof typeof found, string | null | undefined][]) {
    if (typeof text === 'string' && text !== '' && stepInput.shape[field].safeParse(text).success) texts[field] = text;
  }
  const step: StepDraft = { ...newStep(), texts, urlMatching: 'exact' };
  return { ...newForm(), name: suggestedName(event.event, event.properties), steps: [step] };
}

function suggestedName(event: string, properties: JsonObject): string {
  const element = clickedElement(properties);
  const place = pathOf(properties.$current_url);
  if (event === '$pageview' && place !== null) return `Viewed ${place}`;
  if (element === null) return clip(event.replace(/^\$/, ''), maxName);
  const what = element.text?.replace(/\s+/g, ' ').trim() || element.href || element.tag || 'an element';
  const verb = { submit: 'Submitted', change: 'Changed' }[String(properties.$event_type)] ?? 'Clicked';
  return clip(`${verb} ${what}`, 100);
}

function pathOf(url: unknown): string | null {
  return typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : null;
}

/** The element of an autocaptured event; null where the event has no value. */
type ClickedElement = { tag: string | null; text: string | null; href: string | null };

/** Reads the clicked element, which SDKs send first, from either form of the chain; null without one. Only for suggestions. */
function clickedElement({ $elements: list, $elements_chain: chain }: JsonObject): ClickedElement | null {
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
