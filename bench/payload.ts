/** Properties of a page view as a browser SDK sends them, about 650 bytes once stored. */
const properties = {
  $os: 'Mac OS X',
  $os_version: '10.15.7',
  $browser: 'Chrome',
  $browser_version: 143,
  $device_type: 'Desktop',
  $current_url: 'http://localhost:3000/pricing?plan=team&utm_source=newsletter',
  $host: 'localhost:3000',
  $pathname: '/pricing',
  $referrer: '$direct',
  $referring_domain: '$direct',
  $screen_height: 1080,
  $screen_width: 1920,
  $viewport_height: 921,
  $viewport_width: 1440,
  $lib: 'web',
  $lib_version: '1.434.18',
  $insert_id: 'k3j2h1g0f9e8d7c6',
  $time: 1795219200.123,
  $device_id: '019aa4c5-7d6c-7f8e-9a0b-1c2d3e4f5a6b',
  $session_id: '019aa4c5-7d6d-7aaa-8bbb-cccccccccccc',
  $window_id: '019aa4c5-7d6d-7ddd-8eee-ffffffffffff',
  plan: 'team',
  seats: 12,
};

const names = ['$pageview', 'plan selected', 'checkout started', 'checkout completed', '$autocapture'];

export const people = 1000;

/**
 * The senders of the events of a load: `known` persons in turn, and with `isHalfNew` every second one from a person never seen
 * before.
 */
export type Population = { known: number; isHalfNew: boolean };

/** Returns the number of the person of an event. Those of a half are in no order, which a cache would profit from. */
export function personNumber(event: number, stream: number, { known, isHalfNew }: Population): number {
  if (!isHalfNew) return event % known;
  return event % 2 === 0 ? ((event / 2) * 7919) % known : known + stream * newPerStream + event;
}

const newPerStream = 1_000_000;

export type SampleEvent = { uuid: string; event: string; distinct_id: string; properties: Record<string, unknown> };

/** Returns the nth event of a load; name, person and uuid (ordered, as UUIDv7) follow from the number. */
export function sampleEvent(number: number): SampleEvent {
  return {
    uuid: uuidOf(number, 0),
    event: names[number % names.length] ?? '$pageview',
    distinct_id: personOf(number),
    properties,
  };
}

/** Returns an event whose properties have 430 bytes once stored. */
export function smallEvent(number: number): SampleEvent {
  const { $os, plan, $referrer, $referring_domain, $insert_id, $time, $device_id, $session_id, ...rest } = properties;
  return { ...sampleEvent(number), properties: rest };
}

export function personOf(number: number, among: number = people): string {
  return `${personPrefix}${personDigits(number % among)}`;
}

const personPrefix = 'person-';

export const personDigits = (number: number): string => String(number).padStart(9, '0');

/** Returns a valid UUIDv7, unique per number and stream, and greater for a later stream. */
export function uuidOf(number: number, stream: number): string {
  const time = (0x19aa4c57d6c + stream * 1_000_000 + Math.floor(number / 100)).toString(16).padStart(12, '0');
  const rest = number.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${stream.toString(16).padStart(3, '0')}-8000-${rest}`;
}

/**
 * Returns a request of `size` events of `eventOf` from `first` on (1: a single capture), whose uuids and persons can be overwritten
 * in place.
 */
export function requestTemplate(
  key: string,
  size: number,
  eventOf: (number: number) => SampleEvent = sampleEvent,
  first = 0,
): { path: string; body: Buffer; slots: Slot[] } {
  const events = Array.from({ length: size }, (_, index) => eventOf(first + index));
  const single = { api_key: key, ...events[0] };
  const text = JSON.stringify(size === 1 ? single : { api_key: key, batch: events });
  const slots = Array.from(text.matchAll(/"uuid":"|"distinct_id":"person-/g), ({ 0: found, index }) => ({
    kind: found.startsWith('"uuid') ? ('uuid' as const) : ('person' as const),
    offset: index + found.length,
  }));
  return { path: size === 1 ? '/capture/' : '/batch/', body: Buffer.from(text), slots };
}

/** A text in a body that differs by event: a uuid, a person's digits, or the id in a flag request. */
export type Slot = { kind: 'uuid' | 'person' | 'decider'; offset: number };
