import { isJsonObject } from '#server/core/contract.ts';
import { clip } from '#server/core/text/clip-contract.ts';
import type { Event } from '#server/events/contract.ts';
import { isSdkProperty } from '#server/events/sdk-property-contract.ts';
import { readMalformed } from '#server/http/malformed-contract.ts';
import { liveWords } from '../words.ts';

const maxLength = 160;
const maxValueLength = 48;

type ToldEvent = Pick<Event, 'event' | 'properties' | 'status' | 'reason' | 'detail' | 'key_prefix'>;
type Properties = Event['properties'];

/** Returns in one line why a request was rejected, or what an SDK's own event is about, then the app's properties. */
export function rowSentence(event: ToldEvent): string {
  if (event.status === 'rejected') return rejection(event);
  const { properties } = event;
  const parts = [about(event.event, properties)];
  for (const [key, value] of Object.entries(properties)) {
    if (!isSdkProperty(key)) parts.push(pair(key, value));
    if (parts.length > maxValueLength) break;
  }
  if (isJsonObject(properties.$set))
    for (const [key, value] of Object.entries(properties.$set)) parts.push(pair(key, value));
  return clip(parts.filter((part) => part !== '').join('  '), maxLength);
}

function rejection({ reason, detail, key_prefix: prefix }: ToldEvent): string {
  if (prefix !== null && (reason === 'invalid_api_key' || reason === 'invalid_personal_api_key'))
    return liveWords.row.wrongKey(prefix);
  const { what, position } = readMalformed(detail ?? '');
  return position === undefined ? clip(what, maxLength) : liveWords.row.badJson(Number(position) + 1);
}

function about(event: string | null, properties: Properties): string {
  switch (event) {
    case '$autocapture':
    case '$rageclick':
    case '$dead_click':
      return interaction(event, properties);
    case '$feature_flag_called':
      return `${text(properties.$feature_flag)} → ${flagValue(properties.$feature_flag_response)}`;
    case '$groupidentify':
      return [text(properties.$group_type), text(properties.$group_key)].join(' ').trim();
    case '$identify':
      return text(properties.$anon_distinct_id) === '' ? '' : liveWords.row.was(text(properties.$anon_distinct_id));
    case '$exception':
      return exception(properties);
    default:
      return page(properties);
  }
}

const flagValue = (value: unknown) => (value === undefined || value === null ? liveWords.row.noValue : text(value));

function interaction(event: keyof typeof liveWords.row.interactions, properties: Properties): string {
  const type = text(properties.$event_type) || 'click';
  const verbs: Record<string, string> = liveWords.row.verbs;
  const verb = liveWords.row.interactions[event] ?? verbs[type] ?? type;
  const { tag, label } = element(properties);
  const tags: Record<string, string> = liveWords.row.tags;
  return [verb, tags[tag] ?? tag, label === '' ? '' : `'${label}'`].filter(Boolean).join(' ');
}

/** Matches up to the semicolon that ends it; quoted text can have semicolons, too. */
const firstElement = /^(?:[^;"]|"(?:[^"\\]|\\.)*")*/;

/** Returns the element that was used, from the list or from the chain, which has it first. */
function element({ $elements: elements, $elements_chain: chain, $el_text: ownText }: Properties) {
  const first = Array.isArray(elements) && isJsonObject(elements[0]) ? elements[0] : {};
  const own = typeof chain === 'string' ? (firstElement.exec(chain)?.[0] ?? '') : '';
  const named = (name: string) => new RegExp(`${name}="((?:[^"\\\\]|\\\\.)*)"`).exec(own)?.[1] ?? '';
  const labels = [
    ownText,
    first.$el_text,
    first.text,
    named('text'),
    first['attr__aria-label'],
    named('attr__aria-label'),
  ];
  const ids = [first.attr__name, named('attr__name'), first.attr__id, named('attr__id'), first.attr__href];
  const label = [...labels, ...ids].map((value) => text(value).trim()).find((value) => value !== '') ?? '';
  return { tag: text(first.tag_name) || (/^[a-z][a-z0-9-]*/i.exec(own)?.[0] ?? ''), label };
}

function exception({ $exception_list: list, $exception_type: type, $exception_message: message }: Properties): string {
  const first = Array.isArray(list) && isJsonObject(list[0]) ? list[0] : {};
  return [text(type) || text(first.type), text(message) || text(first.value)].filter(Boolean).join(': ');
}

function page({ $pathname: path, $current_url: address, $screen_name: screen }: Properties): string {
  return text([path, screen, address].find((value) => typeof value === 'string' && value !== ''));
}

/** Formats a property; text is quoted, so that "5" and 5 differ, and white space shows. */
function pair(key: string, value: unknown): string {
  const name = clip(key, maxValueLength);
  if (Array.isArray(value)) return `${name}=[${value.length}]`;
  if (isJsonObject(value)) return `${name}={…}`;
  return `${name}=${typeof value === 'string' ? JSON.stringify(clip(value, maxValueLength)) : String(value)}`;
}

const text = (value: unknown): string =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? clip(String(value), maxValueLength) : '';
