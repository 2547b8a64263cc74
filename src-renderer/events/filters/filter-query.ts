import { eventNames, type FilterToken } from './filter-tokens.ts';
import type { LiveStatus } from './live-search.ts';
import { resolveMoment } from './moments.ts';

/** Returns the query of `GET events/` for these tokens. It covers every status unless a token names one. */
export function filterQuery(tokens: readonly FilterToken[], now: number): Record<string, string> {
  const query: Record<string, string> = { status: 'all' };
  const properties = [];
  const types = [];
  const none = [];
  for (const token of tokens) {
    if (token.kind === 'property') properties.push(token.filter);
    else if (token.kind === 'type') types.push({ key: token.key, type: token.type });
    else if (token.kind === 'events' && token.not) none.push(...eventNames(token.value));
    else if (token.kind === 'events') query.event_any = JSON.stringify(eventNames(token.value));
    else if (token.kind === 'status') Object.assign(query, statusQueries[token.value]);
    else query[parameterOf[token.kind]] = parameterValue(token, now);
  }
  if (properties.length > 0) query.properties = JSON.stringify(properties);
  if (types.length > 0) query.property_types = JSON.stringify(types);
  if (none.length > 0) query.event_none = JSON.stringify(none);
  return query;
}

const statusQueries = {
  accepted: { status: 'accepted' },
  dropped: { status: 'dropped' },
  rejected: { status: 'rejected' },
  unassigned: { status: 'rejected', unassigned: 'true' },
} satisfies Record<LiveStatus, Record<string, string>>;

const parameterOf = {
  event: 'event',
  person: 'person',
  distinct_id: 'distinct_id',
  person_id: 'person_id',
  reason: 'reason',
  warning: 'warning',
  is: 'pinned',
  request: 'request_id',
  test_run: 'test_run',
  since: 'date_from',
  until: 'date_to',
  text: 'search',
} as const;

function parameterValue(token: Extract<FilterToken, { kind: keyof typeof parameterOf }>, now: number): string {
  if (token.kind === 'since' || token.kind === 'until') return resolveMoment(token.value, now);
  return token.kind === 'is' ? 'true' : String(token.value);
}
