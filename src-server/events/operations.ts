import { z } from 'zod';
import { jsonObject } from '../core/contract.ts';
import { restoreAnswer, restoreRequest, storageCopy, storageReport } from '../database/storage/contract.ts';
import type { Description } from '../http/openapi.ts';
import { propertyNames, propertyValues } from '../properties/contract.ts';
import {
  event,
  eventDetail,
  eventFilter,
  eventPage,
  eventPropertyNamesQuery,
  eventPropertyValuesQuery,
  eventQuery,
  eventSummary,
  request,
  seenNames,
  serverHealth,
  serverStatus,
  statusQuery,
} from './contract.ts';

const tag = 'Events';
const root = '/api/projects/{project_id}/';
const publicTag = { tag: 'Capture', method: 'post', isPublic: true } as const;

const capturedEvent = z.object({
  event: z.string(),
  distinct_id: z.string().optional(),
  properties: jsonObject.optional(),
  timestamp: z.string().optional(),
  uuid: z.uuid().optional(),
});
const single = capturedEvent.extend({ api_key: z.string() });
const batch = z.object({ api_key: z.string(), batch: z.array(capturedEvent) });
const accepted = z.object({ status: z.literal(1) });

const tailQuery = z.object({
  ...eventFilter.shape,
  limit: z.int().min(0).max(1000).default(100),
  before: z.string().optional(),
  after: z.string().optional(),
  wait: z.number().min(0).max(30).optional(),
});
const paths = ['/e/', '/i/v0/e/', '/track/'];
const recordings = ['/s/', '/i/v0/s/'];

export const eventDescription: Description = {
  schemas: {
    Event: event,
    EventDetail: eventDetail,
    EventPage: eventPage,
    EventSummary: eventSummary,
    Request: request,
    SeenNames: seenNames,
    ServerHealth: serverHealth,
    ServerStatus: serverStatus,
    StorageCopy: storageCopy,
    StorageReport: storageReport,
  },
  operations: [
    { ...publicTag, path: '/capture/', summary: 'Send one event', body: single, answer: accepted },
    { ...publicTag, path: '/batch/', summary: 'Send many events', body: batch, answer: accepted },
    { ...publicTag, path: '/engage/', summary: 'Set properties of a person', body: single, answer: accepted },
    ...paths.map((path) => ({
      ...publicTag,
      path,
      summary: 'As /capture/ and /batch/, under the names that browser SDKs use',
      body: z.union([single, batch]),
      answer: accepted,
    })),
    ...recordings.map((path) => ({
      ...publicTag,
      path,
      summary: 'Session recordings: answered, not stored',
      body: jsonObject,
      answer: accepted,
    })),
    {
      tag,
      method: 'get',
      path: `${root}events/`,
      summary: 'Read events, newest first; with after and wait, those that arrive',
      query: tailQuery,
      answer: eventPage,
    },
    {
      tag,
      method: 'get',
      path: `${root}events/summary/`,
      summary: 'Count what arrived, by outcome and over time',
      query: z.object({ ...eventFilter.shape, minutes: z.int().default(60) }),
      answer: eventSummary,
    },
    {
      tag,
      method: 'get',
      path: `${root}events/names/`,
      summary: 'List event names and property keys that were seen',
      answer: seenNames,
    },
    {
      tag,
      method: 'get',
      path: `${root}events/properties/`,
      summary: 'Suggest names of properties that the newest events have',
      query: eventPropertyNamesQuery,
      answer: propertyNames,
    },
    {
      tag,
      method: 'get',
      path: `${root}events/property_values/`,
      summary: 'Suggest values that the newest events have in a property',
      query: eventPropertyValuesQuery,
      answer: propertyValues,
    },
    {
      tag,
      method: 'get',
      path: `${root}events/{uuid}/`,
      summary: 'Read an event, or a dropped or rejected one, with its whole story',
      query: eventQuery,
      answer: eventDetail,
    },
    {
      tag,
      method: 'get',
      path: `${root}persons/{person_id}/timeline/`,
      summary: 'Read the events of a person, newest first',
      query: tailQuery.pick({ limit: true, before: true }),
      answer: eventPage,
    },
    {
      tag: 'Server',
      method: 'get',
      path: '/api/health/',
      summary: 'Find out whether events can be stored; 503 when not',
      answer: serverHealth,
      isOpen: true,
    },
    {
      tag: 'Server',
      method: 'get',
      path: '/api/status/',
      summary: 'Read the state of the server',
      query: statusQuery,
      answer: serverStatus,
    },
    {
      tag: 'Server',
      method: 'get',
      path: '/api/storage/',
      summary: 'Read the state of the stored data: what was found wrong, and its copies',
      answer: storageReport,
    },
    {
      tag: 'Server',
      method: 'post',
      path: '/api/storage/copies/',
      summary: 'Make a copy of the database now',
      answer: storageCopy,
    },
    {
      tag: 'Server',
      method: 'post',
      path: '/api/storage/restore/',
      summary: 'Go back to a copy; the present database is put aside',
      body: restoreRequest,
      answer: restoreAnswer,
    },
    {
      tag: 'Server',
      method: 'post',
      path: '/api/storage/accept/',
      summary: 'Continue with the data that is there: what was found wrong is not shown again',
      answer: storageReport,
    },
  ],
};
