import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectKey } from '../testing/server.ts';
import { serverForEach } from '../testing/server-hooks.ts';
import { harImport } from './har-import-contract.ts';

const server = serverForEach();
const text = (event: string) =>
  JSON.stringify({ api_key: projectKey, event, distinct_id: 'ann', properties: { é: '😀' } });
const zipped = (event: string) => gzipSync(text(event));

type Request = { method?: string; url: string; headers?: Record<string, string>; postData?: object; bodySize?: number };
const pairs = (headers: object) => Object.entries(headers).map(([name, value]) => ({ name, value }));

/** An entry as the developer tools of Chrome export it. `type`: how the page sent it. */
const ofChrome = (second: number, type: string, { method = 'POST', url, headers = {}, ...request }: Request) => ({
  _connectionId: '482',
  _initiator: { type: 'script', stack: { callFrames: [], parent: { description: 'Promise.then', callFrames: [] } } },
  _priority: 'High',
  _resourceType: type,
  cache: {},
  pageref: 'page_1',
  request: {
    method,
    url: `https://eu.shop.example${url}`,
    httpVersion: 'http/2.0',
    headers: pairs({ ':authority': 'eu.shop.example', ':method': method, 'accept-encoding': 'gzip, br', ...headers }),
    queryString: pairs({ ver: '1.434.18' }),
    cookies: [],
    headersSize: -1,
    bodySize: 0,
    ...request,
  },
  response: {
    status: 200,
    statusText: '',
    httpVersion: 'http/2.0',
    headers: [],
    cookies: [],
    redirectURL: '',
    content: { size: 13, mimeType: 'application/json', text: '{"status": 1}' },
    headersSize: -1,
    bodySize: -1,
    _transferSize: 210,
    _error: null,
    _fetchedViaServiceWorker: false,
  },
  serverIPAddress: '[2001:db8::1]',
  startedDateTime: `2026-01-02T03:04:0${second}.123Z`,
  time: 31.4,
  timings: { blocked: 2.1, dns: -1, ssl: -1, connect: -1, send: 0.2, wait: 28, receive: 1, _blocked_queueing: 1.6 },
});

/** An entry as the developer tools of Firefox export it: with the time zone, and without `queryString` of some requests. */
const ofFirefox = (second: number, { method = 'POST', url, headers = {}, ...request }: Request) => ({
  startedDateTime: `2026-01-02T04:04:0${second}.123+01:00`,
  request: {
    bodySize: 0,
    method,
    url: `https://eu.shop.example${url}`,
    httpVersion: 'HTTP/2',
    headers: pairs(headers),
    cookies: [],
    queryString: [],
    headersSize: 480,
    ...request,
  },
  response: {
    status: 200,
    statusText: '',
    httpVersion: 'HTTP/2',
    headers: [],
    cookies: [],
    redirectURL: '',
    content: { mimeType: 'application/json', size: 13, text: '{"status":1}' },
    headersSize: 300,
    bodySize: 313,
  },
  cache: {},
  timings: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: 30, receive: 0 },
  time: 30,
  _securityState: 'secure',
  serverIPAddress: '203.0.113.7',
  connection: '443',
  pageref: 'page_1',
});

async function importHar(creator: string, entries: object[]) {
  const log = { version: '1.2', creator: { name: creator, version: '1' }, browser: {}, pages: [], entries };
  const { status, body } = await server.api('POST', '/api/projects/1/recording/har/', { log });
  expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
  return harImport.parse(body);
}

async function stored() {
  const results = await server.events();
  return results.toReversed().map(({ event, timestamp, properties }) => [event, timestamp, properties.é]);
}

const json = { 'content-type': 'application/json' };
const form = 'application/x-www-form-urlencoded';
const gzipUrl = '/ingest/e/?ip=0&_=1767323045123&ver=1.434.18&compression=gzip-js';

test('a Chrome export imports the bodies it has, and counts the missing ones', async () => {
  const data = Buffer.from(text('beacon')).toString('base64');
  const params = [
    { name: 'data', value: encodeURIComponent(data) },
    { name: 'compression', value: 'base64' },
  ];
  const body = (bytes: string) => ({
    postData: { mimeType: 'text/plain', text: bytes },
    bodySize: Buffer.byteLength(bytes),
  });
  const summary = await importHar('WebInspector', [
    ofChrome(1, 'document', { method: 'GET', url: '/' }),
    ofChrome(1, 'preflight', { method: 'OPTIONS', url: '/ingest/e/' }),
    ofChrome(2, 'fetch', { url: '/ingest/e/?ip=0', headers: json, ...body(text('fetch')) }),
    ofChrome(3, 'ping', {
      url: '/ingest/e/?beacon=1',
      headers: { 'content-type': form },
      postData: { mimeType: form, text: `data=${encodeURIComponent(data)}&compression=base64`, params },
      bodySize: 300,
    }),
    // Chrome decodes all bodies as UTF-8, and omits invalid ones and blobs.
    ofChrome(4, 'xhr', {
      url: gzipUrl,
      headers: { 'content-length': '180' },
      ...body(zipped('read as UTF-8').toString()),
    }),
    ofChrome(5, 'fetch', { url: gzipUrl, headers: { 'content-length': '180' } }),
    ofChrome(6, 'fetch', { url: gzipUrl }),
  ]);
  expect(summary).toMatchObject({
    entries: 7,
    capture_requests: 2,
    accepted: 2,
    dropped: 0,
    rejected: 0,
    skipped: { not_capture: 1, preflight: 1, body_missing: 2, body_damaged: 1 },
  });
  expect(await stored()).toEqual([
    ['fetch', '2026-01-02T03:04:02.123Z', '😀'],
    ['beacon', '2026-01-02T03:04:03.123Z', '😀'],
  ]);
});

test('a Firefox export imports bodies written byte by byte, with their times', async () => {
  const summary = await importHar('Firefox', [
    ofFirefox(1, { method: 'GET', url: '/' }),
    ofFirefox(2, {
      url: '/e/',
      headers: json,
      postData: { mimeType: 'application/json', params: [], text: text('plain') },
      bodySize: 120,
    }),
    ofFirefox(3, {
      url: gzipUrl,
      postData: { mimeType: 'text/plain', params: [], text: zipped('packed').toString('latin1') },
      bodySize: 120,
    }),
    ofFirefox(4, {
      url: '/batch/',
      headers: { 'Content-Encoding': 'gzip', 'Content-Length': '120' },
      postData: { mimeType: 'application/json', params: [], text: zipped('header').toString('latin1') },
    }),
    ofFirefox(5, {
      url: '/e/',
      headers: { 'Content-Length': '120' },
      postData: { mimeType: '', params: [], text: '' },
    }),
  ]);
  expect(summary).toMatchObject({
    accepted: 3,
    rejected: 0,
    skipped: { not_capture: 1, body_missing: 1, body_damaged: 0 },
  });
  expect(await stored()).toEqual([
    ['plain', '2026-01-02T03:04:02.123Z', '😀'],
    ['packed', '2026-01-02T03:04:03.123Z', '😀'],
    ['header', '2026-01-02T03:04:04.123Z', '😀'],
  ]);
});
