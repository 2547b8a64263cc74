import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import lzString from 'lz-string';

export const projectKey = 'phc_secrecyTestProjectKey';
export const personalKey = 'phx_secrecy-Test_Personal.Key~0';

export type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer | string };

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const percent = (character: string) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** Ways to write a key inside a JSON string. */
export const writings: Record<string, (key: string) => string> = {
  plain: (key) => key,
  'all in escapes': (key) => [...key].map(escaped).join(''),
  'its prefix in escapes': (key) => [...key.slice(0, 4)].map(escaped).join('') + key.slice(4),
  'one letter of its prefix in an escape': (key) => `ph${escaped('x').toUpperCase().replace('U', 'u')}${key.slice(3)}`,
  'its first letter in an escape': (key) => escaped(key.charAt(0)) + key.slice(1),
  'in escapes inside a string of JSON': (key) => [...key].map((character) => `\\${escaped(character)}`).join(''),
  'percent-encoded': (key) => [...key].map(percent).join(''),
  'percent-encoded again': (key) => key.replaceAll('_', '%255F'),
};
export const personalWritings = new Set(['one letter of its prefix in an escape']);

/** JSON of an event with `@` in place of the key. */
export const places: Record<string, string> = {
  'a property': '"properties":{"x":"@"}',
  'a sentence': '"properties":{"x":"Use \\"@\\", please."}',
  'a nested property': '"properties":{"a":[{"b":{"c":["@"]}}]}',
  'the key of a property': '"properties":{"@":1,"a":{"@":{"__proto__":"@"}}}',
  'a URL': '"properties":{"$current_url":"https://a.test/?key=@&b=1#@","$referrer":"https://@@a.test/@"}',
  'the name of the event': '"event":"@"',
  'the distinct_id': '"distinct_id":"@"',
  'the end of a long distinct_id': `"distinct_id":"${'i'.repeat(170)} @"`,
  'the distinct_id as an object': '"distinct_id":{"@":"@"}',
  $set: '"$set":{"@":"@"},"$set_once":{"a":"@"},"properties":{"$unset":["@"]}',
  'a group':
    '"event":"$groupidentify","properties":{"$groups":{"@":"@"},"$group_type":"@","$group_key":"@","$group_set":{"@":1}}',
  'an alias': '"event":"$create_alias","properties":{"alias":"@"}',
  'the id before': '"event":"$identify","properties":{"$anon_distinct_id":"@"}',
  'a flag':
    '"event":"$feature_flag_called","properties":{"$feature_flag":"@","$feature_flag_response":"@","$feature/@":"@"}',
  'an element': '"event":"$autocapture","$elements":[{"tag_name":"@","$el_text":"@","attributes":{"attr__@":"@"}}]',
  'uuid and times': '"uuid":"@","timestamp":"@","sent_at":"@","offset":"@"',
  'the token of the event': '"properties":{"token":"@"}',
  'the context': '"context":{"@":"@"}',
  'the key': '"api_key":"@"',
  'the project': '"api_key":"phx_unknownKey","project_id":"@"',
  'nothing that is an event': '"batch":"@"',
  'properties that are none': '"properties":"@"',
  'the cut of what is kept': `"a":"${'a'.repeat(64 * 1024 - 140)}","properties":{"b":"@@@@@@@@"}`,
};

/** How the body is sent; `text` is its JSON. */
export const bodies: Record<string, (text: string) => Sent> = {
  plain: (text) => ({ path: '/capture/', body: text }),
  'a batch': (text) => ({ path: '/batch/', body: `{"api_key":"${projectKey}","batch":[${text}]}` }),
  gzip: (text) => ({ path: '/e/', body: gzipSync(text) }),
  base64: (text) => ({ path: '/e/?compression=base64', body: Buffer.from(text).toString('base64') }),
  lz64: (text) => ({ path: '/e/?compression=lz64', body: lzString.compressToBase64(text) }),
  'a form': (text) => form({ data: text }),
  'a form with base64': (text) => form({ data: Buffer.from(text).toString('base64') }),
  'a form with a field too many': (text) => form({ x: text, compression: text, ver: text }),
  'a form without data': (text) => form({ x: text }),
  'JSON without its end': (text) => ({ path: '/capture/', body: text.slice(0, -1) }),
  'a word': (text) => ({ path: '/capture/', body: `no JSON: ${text}` }),
  'gzip without its end': (text) => ({ path: '/e/', body: gzipSync(text).subarray(0, -9) }),
  'gzip that is none': (text) => ({ path: '/e/', headers: { 'content-encoding': 'gzip' }, body: text }),
  'base64 of bad JSON': (text) => ({
    path: '/e/?compression=base64',
    body: Buffer.from(`${text}}`).toString('base64'),
  }),
  'base64 without a name': (text) => ({ path: '/e/', body: Buffer.from(`x${text}`).toString('base64url') }),
  'a form with base64 of bad JSON': (text) => form({ data: Buffer.from(`xy${text}`).toString('base64') }),
  'UTF-16': (text) => ({ path: '/e/', body: Buffer.from(text, 'utf16le') }),
  decide: (text) => ({ path: '/decide/?v=3', body: text }),
};

const form = (fields: Record<string, string>): Sent => ({
  path: '/e/',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `${new URLSearchParams(fields)}`,
});

export const event = (fields: string) =>
  `{"api_key":"${projectKey}","event":"e","distinct_id":"d",${fields},"person_properties":{"@":"@"}}`;
export const question =
  `{"api_key":"${projectKey}","distinct_id":"@","$anon_distinct_id":"@","groups":{"@":"@"},"person_properties":{"@":"@",` +
  `"$lib":"web","$lib_version":"@"},"flag_keys":["@"]}`;

/** Requests with the key outside the body. */
export const heads: Record<string, (key: string) => Sent> = {
  'a header': (key) => ({
    path: '/capture/',
    headers: { 'x-mine': key, 'user-agent': `app ${key}`, referer: `http://a/${key}` },
  }),
  'a secret header': (key) => ({ path: '/capture/', headers: { authorization: `Bearer ${key}`, cookie: `a=${key}` } }),
  'a header in base64': (key) => ({
    path: '/capture/',
    headers: { 'x-auth': `Basic ${Buffer.from(`me:${key}`).toString('base64')}` },
  }),
  'the user agent of a decide': (key) => ({
    path: '/decide/',
    headers: { 'user-agent': `${'a'.repeat(80)} ${key}` },
    body: question,
  }),
  'the query': (key) => ({ path: `/e/?compression=${key}&ver=${key}&_=${key}` }),
  'the query, encoded': (key) => ({ path: `/e/?x=${[...key].map(percent).join('')}` }),
  'the query in base64': (key) => ({
    method: 'GET',
    path: `/e/?data=${Buffer.from(`{"k":"${key}"}`).toString('base64url')}`,
  }),
  'the path': (key) => ({ method: 'GET', path: `/array/${key}/config?token=${key}` }),
  'the path, encoded': (key) => ({ method: 'GET', path: `/array/${[...key].map(percent).join('')}/config.js` }),
  'a flag of a path': (key) => ({
    method: 'GET',
    path: `/api/projects/${key}/feature_flags/${key}/remote_config?token=${key}`,
  }),
  'local evaluation': (key) => ({ method: 'GET', path: `/api/feature_flag/local_evaluation?token=${key}` }),
  'an unknown path': (key) => ({ path: `/${key}/%70${key.slice(1)}` }),
};

/** A part that all keys share, so that one search finds any remains. */
export const secretPart = '7c1e90b3d25fa846';
const keyOf = (pattern: RegExp) => fc.stringMatching(pattern).map((text) => text.replace('@', secretPart));

/** Keys as issued and as allowed in presets. */
export const keys = fc.oneof(
  keyOf(/^phx_[0-9A-Za-z_.~-]{4}@[0-9A-Za-z_.~-]{4,40}$/),
  keyOf(/^phx_[0-9A-Za-z]{4}@[0-9A-Za-z]{23}$/),
  keyOf(/^phs_[0-9a-f]{4}@[0-9a-f]{76}$/),
);
