import { z } from 'zod';
import { jsonObject } from '../core/contract.ts';
import type { Description } from '../http/openapi.ts';
import {
  flag,
  flagChange,
  flagChangeList,
  flagInput,
  flagList,
  flagOverride,
  flagOverrideInput,
  flagOverrideList,
  flagQuery,
  flagUpdate,
  flagValue,
} from './contract.ts';
import {
  evaluation,
  evaluationAnswer,
  evaluationInput,
  flagUsage,
  reach,
  reachInput,
  servedAnswer,
  servedList,
  wantedFlag,
  wantedFlagList,
} from './evaluation/evaluation-contract.ts';

const tag = 'Feature flags';
const root = '/api/projects/{project_id}/feature_flags/';
const one = `${root}{flag_id}/`;
const publicTag = { tag: 'Flag evaluation', method: 'post', isPublic: true } as const;

const question = z.object({
  api_key: z.string(),
  distinct_id: z.string(),
  groups: z.record(z.string(), z.string()).optional(),
  person_properties: jsonObject.optional(),
  group_properties: z.record(z.string(), jsonObject).optional(),
  $anon_distinct_id: z.string().optional(),
  disable_flags: z.boolean().optional(),
});
const decision = z.object({
  config: z.object({ enable_collect_everything: z.boolean() }),
  editorParams: jsonObject,
  isAuthenticated: z.boolean(),
  supportedCompression: z.array(z.string()),
  featureFlags: z.union([z.array(z.string()), z.record(z.string(), flagValue)]),
});
const definitions = z.object({
  flags: z.array(jsonObject),
  group_type_mapping: z.record(z.string(), z.string()),
  cohorts: jsonObject,
  property_matching_version: z.int(),
});
const definitionQuery = z.object({ token: z.string() });
const configTag = { tag: 'Flag evaluation', method: 'get', isPublic: true } as const;

const publicOperations: Description['operations'] = [
  {
    ...publicTag,
    path: '/decide/',
    summary: 'Evaluate flags for a person: version 1 (names), 2 (values) or 3 (with payloads)',
    query: z.object({ v: z.enum(['1', '2', '3']).optional() }),
    body: question,
    answer: decision,
  },
  {
    ...publicTag,
    path: '/flags/',
    summary: 'Evaluate flags for a person, with reasons (v=2)',
    query: z.object({ v: z.enum(['1', '2']).optional(), config: z.enum(['true', 'false']).optional() }),
    body: question,
    answer: jsonObject,
  },
  { ...configTag, path: '/array/{key}/config/', summary: 'What posthog-js starts with', answer: jsonObject },
  { ...configTag, path: '/array/{key}/config.js', summary: 'The same as a script' },
];

const definitionOperations: Description['operations'] = [
  '/api/feature_flag/local_evaluation/',
  '/flags/definitions/',
].map((path) => ({
  tag: 'Flag evaluation',
  method: 'get' as const,
  path,
  summary: 'Flag definitions for the local evaluation of an SDK; ETag and 304',
  query: definitionQuery,
  answer: definitions,
}));

const managed = { tag } as const;

export const flagDescription: Description = {
  schemas: {
    Flag: flag,
    FlagList: flagList,
    FlagChange: flagChange,
    FlagChangeList: flagChangeList,
    FlagOverride: flagOverride,
    FlagOverrideList: flagOverrideList,
    Evaluation: evaluation,
    EvaluationAnswer: evaluationAnswer,
    ServedAnswer: servedAnswer,
    ServedList: servedList,
    WantedFlag: wantedFlag,
    WantedFlagList: wantedFlagList,
    FlagUsage: flagUsage,
    Reach: reach,
  },
  operations: [
    ...publicOperations,
    ...definitionOperations,
    {
      ...managed,
      method: 'get',
      path: root,
      summary: 'List flags, newest first',
      query: flagQuery,
      paged: true,
      answer: flagList,
    },
    { ...managed, method: 'post', path: root, summary: 'Create a flag', body: flagInput, status: 201, answer: flag },
    { ...managed, method: 'get', path: one, summary: 'Read a flag', answer: flag },
    {
      ...managed,
      method: 'patch',
      path: one,
      summary: 'Change, delete or restore a flag',
      body: flagUpdate,
      answer: flag,
    },
    { ...managed, method: 'put', path: one, summary: 'Replace a flag', body: flagInput, answer: flag },
    { ...managed, method: 'delete', path: one, summary: 'Always refused with 405: delete by PATCH', status: 405 },
    {
      ...managed,
      method: 'get',
      path: `${one}history/`,
      summary: 'Who changed what',
      paged: true,
      answer: flagChangeList,
    },
    {
      ...managed,
      method: 'get',
      path: `${one}usage/`,
      summary: 'Answers served per value over time',
      query: z.object({ minutes: z.int().optional() }),
      answer: flagUsage,
    },
    {
      ...managed,
      method: 'get',
      path: `${one}served/`,
      summary: 'The newest answers that decides gave',
      query: z.object({ distinct_id: z.string().optional(), limit: z.int().optional() }),
      answer: servedList,
    },
    {
      ...managed,
      method: 'post',
      path: `${one}overrides/`,
      summary: 'Serve one value to a person, or to everyone',
      body: flagOverrideInput,
      status: 201,
      answer: flagOverride,
    },
    { ...managed, method: 'delete', path: `${one}overrides/{override_id}/`, summary: 'Clear an override', status: 204 },
    {
      ...managed,
      method: 'get',
      path: `${root}overrides/`,
      summary: 'List all overrides',
      paged: true,
      answer: flagOverrideList,
    },
    { ...managed, method: 'delete', path: `${root}overrides/`, summary: 'Clear all overrides', status: 204 },
    {
      ...managed,
      method: 'get',
      path: `${root}wanted/`,
      summary: 'Keys asked for that no flag has',
      paged: true,
      answer: wantedFlagList,
    },
    {
      ...managed,
      method: 'post',
      path: `${root}evaluate/`,
      summary: 'What flags, or a draft of one, are for a person, and why',
      body: evaluationInput,
      answer: evaluationAnswer,
    },
    {
      ...managed,
      method: 'post',
      path: `${root}reach/`,
      summary: 'How many known persons or groups the conditions of a draft reach',
      body: reachInput,
      answer: reach,
    },
  ],
};
