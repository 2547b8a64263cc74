import { queryOptions } from '@tanstack/react-query';
import { personPreview } from '#server/person-preview/contract.ts';
import { REFRESH_MS, readQuery } from '../api/read-query.ts';
import { personKeys } from '../persons/queries.ts';
import type { WhatIf } from './preview-search.ts';
import { words } from './words.tsx';

type Asked = WhatIf & { id?: string | undefined; groups?: Record<string, string> | undefined };

/** Loads what a person gets; without `id`, by the distinct_id of the newest event. */
export function personPreviewQuery(projectId: number, personId: number, { set, unset, id = '', groups }: Asked) {
  const changes = Object.entries(set).map(([key, value]) => ({ key, value }));
  const ofGroups = Object.entries(groups ?? {}).map(([type, key]) => ({ type, key }));
  const query = {
    distinct_id: id,
    set: JSON.stringify(changes),
    unset: JSON.stringify(unset),
    ...(groups !== undefined && { groups: JSON.stringify(ofGroups) }),
  };
  const path = `/api/projects/${projectId}/persons/${personId}/preview/`;
  const subject = JSON.stringify([personId, id]);
  const what = words.queries.preview;
  return queryOptions({
    ...readQuery([...personKeys.detail(projectId, personId), 'preview', subject, query], path, personPreview, {
      query,
      what,
      refreshEvery: REFRESH_MS,
    }),
    // What another distinct id gets says nothing of this one.
    placeholderData: (before, previous) => (previous?.queryKey.at(-2) === subject ? before : undefined),
  });
}
