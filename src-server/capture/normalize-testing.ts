export const noon = Date.UTC(2026, 10, 21, 12);
export const distinctIds: [name: string, event: object, expected: object][] = [
  [
    '$distinct_id before all',
    { $distinct_id: 'a', properties: { distinct_id: 'b' }, distinct_id: 'c' },
    { distinct_id: 'a' },
  ],
  ['properties before the top', { properties: { distinct_id: 'b' }, distinct_id: 'c' }, { distinct_id: 'b' }],
  [
    'the first that exists, even when null',
    { properties: { distinct_id: null }, distinct_id: 'c' },
    { reason: 'empty_distinct_id' },
  ],
  ['a number', { distinct_id: 12.5 }, { distinct_id: '12.5' }],
  ['zero', { distinct_id: 0 }, { distinct_id: '0' }],
  ['a long one', { distinct_id: 'x'.repeat(300) }, { distinct_id: 'x'.repeat(200) }],
  ['blank', { distinct_id: ' \t' }, { reason: 'empty_distinct_id' }],
  ['empty', { distinct_id: '' }, { reason: 'empty_distinct_id' }],
  ['none', {}, { reason: 'no_distinct_id' }],
  ['no name', { distinct_id: 'c', event: '' }, { reason: 'no_event_name' }],
  ['a null name', { distinct_id: 'c', event: null }, { reason: 'no_event_name' }],
];
export const at = (ms: number) => new Date(ms).toISOString();
export const times: [name: string, event: object, expected: number, warning?: string][] = [
  ['none: now', {}, noon],
  ['a timestamp alone: as it is', { timestamp: at(noon - 5000) }, noon - 5000],
  ['without a zone: UTC', { timestamp: '2026-11-20T08:00:00' }, Date.UTC(2026, 10, 20, 8)],
  ['with a zone', { timestamp: '2026-11-20T08:00:00.5+02:00' }, Date.UTC(2026, 10, 20, 6, 0, 0, 500)],
  [
    'with sent_at: moved by the clock’s error',
    { timestamp: at(noon - 90_000), sent_at: at(noon - 60_000) },
    noon - 30_000,
  ],
  ['an offset alone', { offset: 2500 }, noon - 2500],
  ['too far in the future', { timestamp: at(noon + 24 * 3_600_000) }, noon, 'timestamp_out_of_range'],
  ['a little in the future', { timestamp: at(noon + 3_600_000) }, noon + 3_600_000],
  ['unreadable', { timestamp: 'yesterday-ish' }, noon, 'invalid_timestamp'],
  ['in seconds', { timestamp: 1_795_403_020 }, 1_795_403_020, 'timestamp_in_seconds'],
  ['in seconds, as text', { timestamp: '1795403020.5' }, noon, 'invalid_timestamp'],
  ['1970, in milliseconds', { timestamp: 0 }, 0],
  ['a negative offset', { offset: -2500 }, noon, 'invalid_offset'],
  ['an offset that is text', { offset: '2500' }, noon, 'invalid_offset'],
  ['an offset of over 30 days', { offset: 31 * 86_400_000 }, noon - 31 * 86_400_000, 'invalid_offset'],
  ['an offset of 30 days', { offset: 30 * 86_400_000 }, noon - 30 * 86_400_000],
  ['an offset beside a timestamp', { timestamp: at(noon - 5000), offset: -1 }, noon - 5000],
  ['an unreadable sent_at', { timestamp: at(noon - 5000), sent_at: 'today' }, noon - 5000, 'invalid_sent_at'],
  ['a sent_at that is an object', { timestamp: at(noon - 5000), sent_at: {} }, noon - 5000, 'invalid_sent_at'],
  ['a sent_at in seconds', { timestamp: at(noon), sent_at: noon / 1000 }, noon, 'invalid_sent_at'],
  ['an empty sent_at', { timestamp: at(noon - 5000), sent_at: '' }, noon - 5000],
];
export const odd: [name: string, event: object, warning: string, detail: string][] = [
  ['$set that is a text', { $set: 'x' }, 'set_not_object', '$set was a string, not an object. It was not applied.'],
  ['$set_once that is a list', { properties: { $set_once: [1] } }, 'set_not_object', '$set_once was an array, not an'],
  ['$groups that is a text', { properties: { $groups: 'acme' } }, 'group_without_type', '$groups was a string, not an'],
  ['a group without a type', { properties: { $groups: { '': 'acme' } } }, 'group_without_type', 'has no type'],
  ['a group without a key', { properties: { $groups: { shop: '' } } }, 'group_without_key', '"shop" has no key'],
  ['a uuid that is none', { uuid: 'abc' }, 'invalid_uuid', 'got "abc". A new one was created.'],
  ['a time that is none', { timestamp: 'yesterday' }, 'invalid_timestamp', 'got "yesterday". The time of arrival'],
  ['a time that is an object', { timestamp: {} }, 'invalid_timestamp', 'got an object. The time of arrival'],
  ['a long time that is none', { timestamp: 'x'.repeat(99) }, 'invalid_timestamp', 'xxx…" of 99 characters. The time'],
  ['a time with a key', { timestamp: 'phx_airport_lounge' }, 'invalid_timestamp', 'got "phx_airp…".'],
  ['a time in seconds', { timestamp: 1_795_403_020 }, 'timestamp_in_seconds', '1970-01-21T18:43:23.020Z'],
];
export const keyLikes: [place: string, sent: object, stored: object][] = [
  ['a property', { properties: { place: 'phx_airport_lounge' } }, { properties: { place: 'phx_airp…' } }],
  ['the name', { event: 'opened phx_airport_lounge' }, { event: 'opened phx_airp…' }],
  [
    'the distinct_id and a property',
    { distinct_id: 'phx_airport_lounge', $set: { phx_airport_lounge: 1 } },
    { distinct_id: 'phx_airp…', properties: { $set: { 'phx_airp…': 1 } } },
  ],
  ['a drop', { distinct_id: '', event: 'phx_airport_lounge' }, { reason: 'empty_distinct_id', event: 'phx_airp…' }],
];
