import type { Description, Operation } from '../http/openapi.ts';
import {
  chatSettings,
  chatSettingsUpdate,
  chatTest,
  delivery,
  deliveryList,
  deliveryQuery,
} from './chat/chat-contract.ts';
import {
  action,
  actionCount,
  actionCounts,
  actionInput,
  actionList,
  actionPeople,
  actionPerson,
  actionQuery,
  actionReplacement,
  actionUpdate,
  countQuery,
  countsQuery,
  formatQuery,
  peopleQuery,
} from './contract.ts';
import {
  eventMatches,
  eventMatchesQuery,
  matchedEvent,
  matchedEventList,
  preview,
  previewInput,
} from './preview/preview-contract.ts';

const root = '/api/projects/{project_id}/actions/';
const one = `${root}{action_id}/`;
const describe = (method: Operation['method'], path: string, rest: Omit<Operation, 'method' | 'path' | 'tag'>) => ({
  tag: 'Actions',
  method,
  path,
  query: formatQuery,
  ...rest,
});

const whole: Operation[] = [
  describe('get', root, { summary: 'List actions, newest first', query: actionQuery, paged: true, answer: actionList }),
  describe('post', root, { summary: 'Add an action', body: actionInput, status: 201, answer: action }),
  describe('get', `${root}counts/`, {
    summary: 'Count what all actions matched',
    query: countsQuery,
    answer: actionCounts,
  }),
  describe('get', `${root}people/`, {
    summary: 'List who performed an action, or any',
    query: peopleQuery,
    paged: true,
    answer: actionPeople,
  }),
  describe('post', `${root}preview/`, {
    summary: 'Try steps on stored events, and see why one does not match',
    body: previewInput,
    answer: preview,
  }),
  describe('get', `${root}matches/`, {
    summary: 'Hold a stored event against every action',
    query: eventMatchesQuery,
    answer: eventMatches,
  }),
];

const single: Operation[] = [
  describe('get', one, { summary: 'Read an action, also a deleted one', answer: action }),
  describe('patch', one, { summary: 'Change, delete or restore an action', body: actionUpdate, answer: action }),
  describe('put', one, { summary: 'Replace an action', body: actionReplacement, answer: action }),
  describe('delete', one, { summary: 'Refused: an action is deleted by PATCH with deleted true', status: 405 }),
  describe('get', `${one}count/`, {
    summary: 'Count what an action matched, with a series by day',
    query: countQuery,
    answer: actionCount,
  }),
  describe('get', `${one}events/`, {
    summary: 'List the events that an action matched, newest first',
    paged: true,
    answer: matchedEventList,
  }),
];

const chat: Operation[] = [
  describe('get', `${root}chat/`, { summary: 'Read where matches are posted', answer: chatSettings }),
  describe('patch', `${root}chat/`, {
    summary: 'Set where matches are posted',
    body: chatSettingsUpdate,
    answer: chatSettings,
  }),
  describe('post', `${root}chat/test/`, { summary: 'Post a test message', answer: chatTest }),
  describe('get', `${root}deliveries/`, {
    summary: 'List messages and what became of them, newest first',
    query: deliveryQuery,
    paged: true,
    answer: deliveryList,
  }),
  describe('post', `${root}deliveries/{delivery_id}/retry/`, { summary: 'Post a message again', answer: delivery }),
];

export const actionDescription: Description = {
  schemas: {
    Action: action,
    ActionList: actionList,
    ActionCount: actionCount,
    ActionCounts: actionCounts,
    ActionPerson: actionPerson,
    ActionPeople: actionPeople,
    ActionPreview: preview,
    MatchedEvent: matchedEvent,
    MatchedEventList: matchedEventList,
    EventMatches: eventMatches,
    ChatSettings: chatSettings,
    ChatTest: chatTest,
    ChatDelivery: delivery,
    ChatDeliveryList: deliveryList,
  },
  operations: [...whole, ...chat, ...single],
};
