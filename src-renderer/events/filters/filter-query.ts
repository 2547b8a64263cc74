import type { FilterToken } from './filter-tokens.ts';
import type { LiveStatus } from './live-search.ts';
import { resolveMoment } from './moments.ts';

/** The query of `GET events/` for these tokens. Every status is asked for unless a token names one. */
export function filterQuery(tokens: readonly FilterToken[], now: number): Record<string, string> {
  const query: Record<string, string> = { status: 'all' };
  const properties = [];
  for (const token of tokens) {
    if (token.kind === 'property') properties.push(token.filter);
    else if (token.kind === 'status') Object.assign(query, statusQueries[token.value]);
    else query[parameterOf[token.kind]] = parameterValue(token, now);
  }
  if (properties.length > 0) query.properties = JSON.stringify(properties);
  return query;
}

const statusQueries = {
  accepted: { status: 'accepted' },
  dropped: { status: 'dropped' },
  rejected: { status: 'rejected', unassigned: 'false' },
  unassigned: { status: 'rejected', unassigned: 'true' },
} satisfies Record<LiveStatus, Record<string, string>>;

const parameterOf = {
  event: 'event',
  person: 'distinct_id',
  person_id: 'person_id',
  reason: 'reason',
  request: 'request_id',
  since: 'date_from',
  until: 'date_to',
  text: 'search',
} as const;

function parameterValue(token: Exclude<FilterToken, { kind: 'property' | 'status' }>, now: number): string {
  if (token.kind === 'since' || token.kind === 'until') return resolveMoment(token.value, now);
  return String(token.value);
}
