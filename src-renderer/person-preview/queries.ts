import { keepPreviousData } from '@tanstack/react-query';
import { personPreview } from '#server/person-preview/contract.ts';
import { readQuery } from '../api/read-query.ts';
import { personKeys } from '../persons/queries.ts';
import type { WhatIf } from './preview-search.ts';
import { words } from './words.tsx';

const REFRESH_MS = 5_000;

/** What a person gets; without `id`, by the distinct_id of the newest event. */
export function previewQuery(projectId: number, personId: number, { set, unset, id = '' }: WhatIf & { id?: string }) {
  const changes = Object.entries(set).map(([key, value]) => ({ key, value }));
  const query = { distinct_id: id, set: JSON.stringify(changes), unset: JSON.stringify(unset) };
  const path = `/api/projects/${projectId}/persons/${personId}/preview/`;
  const key = [...personKeys.detail(projectId, personId), 'preview', query];
  return {
    ...readQuery(key, path, personPreview, { query, what: words.queries.preview, refreshEvery: REFRESH_MS }),
    placeholderData: keepPreviousData,
  };
}
