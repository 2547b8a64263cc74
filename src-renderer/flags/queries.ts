import type { z } from 'zod';
import { maxPage } from '#server/core/contract.ts';
import {
  type FlagListQuery,
  flag,
  flagChangeList,
  type flagInput,
  flagList,
  flagOverride,
  type flagOverrideInput,
  flagOverrideList,
  type flagUpdate,
} from '#server/flags/contract.ts';
import {
  evaluationAnswer,
  type evaluationInput,
  flagUsage,
  flips,
  type flipsInput,
  reach,
  type reachInput,
  servedList,
  unknownFlagKeyList,
} from '#server/flags/evaluation/evaluation-contract.ts';
import { patch, post, remove } from '../api/api.ts';
import { featureKeys } from '../api/feature-keys.ts';
import { pagesQuery } from '../api/pages-query.ts';
import { foundQuery, questionQuery } from '../api/question-query.ts';
import { listQuery, REFRESH_MS, readQuery } from '../api/read-query.ts';
import { useChange, useSave } from '../api/use-change.ts';
import { labelsQuery } from '../ui/table/labels-query.ts';
import { flagWords } from './words.ts';

const { queries: what } = flagWords;
const PAGE = 100;

export type FlagDraftInput = z.input<typeof flagInput>;
export type FlagUpdateInput = z.input<typeof flagUpdate>;
export type EvaluationQuestion = z.input<typeof evaluationInput>;
export type ReachQuestion = z.input<typeof reachInput>;
export type FlipsQuestion = z.input<typeof flipsInput>;
export type OverrideDraft = z.input<typeof flagOverrideInput>;

export const flagKeys = featureKeys('flags');

export const flagsPath = (projectId: number) => `/api/projects/${projectId}/feature_flags/`;
const flagPath = (projectId: number, id: number) => `${flagsPath(projectId)}${id}/`;

/** Loads flags, newest first, in pages. */
export function flagsQuery(projectId: number, query: FlagListQuery) {
  return pagesQuery(flagKeys.all(projectId, 'list', query), flagsPath(projectId), flagList, {
    query,
    what: what.flags,
    keepsPrevious: true,
  });
}

/** Loads the flags that the command palette suggests. */
export function foundFlagsQuery(projectId: number, search: string) {
  return foundQuery(flagKeys.all(projectId, 'found', search), flagsPath(projectId), flagList, search);
}

/** Loads flags whose key or description contains the text, which includes the flag with that key. */
export function flagsLikeQuery(projectId: number, search: string) {
  return listQuery(flagKeys.all(projectId, 'like', search), flagsPath(projectId), flagList, {
    query: { search, limit: maxPage },
    what: what.flags,
    keepsPrevious: true,
  });
}

/** Loads the tags and owners that flags have. */
export function flagLabelsQuery(projectId: number) {
  return labelsQuery(flagKeys.all(projectId, 'labels'), flagsPath(projectId), flagList, what.flags);
}

/** Loads a flag, even if deleted. */
export function flagQuery(projectId: number, id: number) {
  return readQuery(flagKeys.detail(projectId, id), flagPath(projectId, id), flag, {
    what: what.flag,
    refreshEvery: REFRESH_MS,
  });
}

/** Changes of a flag, newest first. */
export function flagHistoryQuery(projectId: number, id: number) {
  return pagesQuery(flagKeys.one(projectId, id, 'history'), `${flagPath(projectId, id)}history/`, flagChangeList, {
    what: what.history,
  });
}

/** Loads served answers per value over the last `minutes`, at most 7 days. */
export function flagUsageQuery(projectId: number, id: number, minutes: number) {
  return readQuery(flagKeys.one(projectId, id, 'usage', minutes), `${flagPath(projectId, id)}usage/`, flagUsage, {
    query: { minutes },
    what: what.usage,
    refreshEvery: REFRESH_MS,
    keepsPrevious: true,
  });
}

/** Loads the newest answers that apps got. */
export function flagServedQuery(projectId: number, id: number) {
  return listQuery(flagKeys.one(projectId, id, 'served'), `${flagPath(projectId, id)}served/`, servedList, {
    query: { limit: PAGE },
    what: what.served,
    refreshEvery: REFRESH_MS,
  });
}

/** Loads the newest active overrides of the project, or of one flag, and how many there are. */
export function overridesQuery(projectId: number, flagId?: number) {
  return readQuery(
    flagKeys.all(projectId, 'overrides', flagId),
    `${flagsPath(projectId)}overrides/`,
    flagOverrideList,
    {
      query: { limit: maxPage, flag_id: flagId },
      what: what.overrides,
      refreshEvery: REFRESH_MS,
    },
  );
}

/** Loads the values of flags for a person, and the reasons. */
export function evaluationQuery(projectId: number, question: EvaluationQuestion | null) {
  return questionQuery(
    flagKeys.all(projectId, 'evaluation', question),
    `${flagsPath(projectId)}evaluate/`,
    evaluationAnswer,
    {
      question,
      what: what.evaluation,
      refreshEvery: REFRESH_MS,
    },
  );
}

/** Loads how many known persons or groups the conditions reach. */
export function reachQuery(projectId: number, question: ReachQuestion | null) {
  return questionQuery(flagKeys.all(projectId, 'reach', question), `${flagsPath(projectId)}reach/`, reach, {
    question,
    what: what.reach,
    refreshEvery: REFRESH_MS,
  });
}

/** Loads whose value an unsaved change of a flag changes. */
export function flipsQuery(projectId: number, id: number, question: FlipsQuestion | null) {
  return questionQuery(
    flagKeys.one(projectId, id, 'flips', question),
    `${flagPath(projectId, id)}preview_change/`,
    flips,
    {
      question,
      what: what.flips,
      refreshEvery: REFRESH_MS,
    },
  );
}

/** Loads the keys that apps requested and no flag has. */
export function unknownFlagsQuery(projectId: number) {
  return readQuery(flagKeys.all(projectId, 'unknown'), `${flagsPath(projectId)}unknown_keys/`, unknownFlagKeyList, {
    query: { limit: maxPage },
    what: what.unknownFlags,
    refreshEvery: REFRESH_MS,
  });
}

export function useCreateFlag(projectId: number) {
  return useSave(flagKeys, projectId, (input: FlagDraftInput) => post(flagsPath(projectId), input, flag));
}

/** Sends the given fields only; `deleted: true` deletes, `deleted: false` restores. */
export function useUpdateFlag(projectId: number) {
  return useSave(flagKeys, projectId, ({ id, ...update }: FlagUpdateInput & { id: number }) =>
    patch(flagPath(projectId, id), update, flag),
  );
}

/** Copies a flag with a key of its own, turned off. */
export function useDuplicateFlag(projectId: number) {
  return useChange(flagKeys.all(projectId), (id: number) => post(`${flagPath(projectId, id)}duplicate/`, {}, flag));
}

/** Replaces the override for the same person, or for everyone. */
export function useSetOverride(projectId: number) {
  return useChange(flagKeys.all(projectId), ({ flagId, ...override }: OverrideDraft & { flagId: number }) =>
    post(`${flagPath(projectId, flagId)}overrides/`, override, flagOverride),
  );
}

export function useClearOverride(projectId: number) {
  return useChange(flagKeys.all(projectId), ({ flagId, id }: { flagId: number; id: number }) =>
    remove(`${flagPath(projectId, flagId)}overrides/${id}/`),
  );
}

export function useClearOverrides(projectId: number) {
  return useChange(flagKeys.all(projectId), () => remove(`${flagsPath(projectId)}overrides/`));
}
