import { failedStages, type RejectionReason } from '../../events/reason-contract.ts';
import { sdkRequestKind } from '../../http/sdk-request.ts';
import type { KeyProblem } from './connection-contract.ts';

/** The reasons of requests that are refused when their key is looked up. */
type KeyReason = {
  [Reason in RejectionReason]: (typeof failedStages)[Reason] extends 'keyed' ? Reason : never;
}[RejectionReason];

/** Null: another key would be refused too. */
const problems: Record<KeyReason, KeyProblem | null> = {
  missing_api_key: 'missing',
  invalid_api_key: 'unknown',
  invalid_personal_api_key: 'personal',
  not_authenticated: 'personal',
  invalid_project: 'project',
  permission_denied: 'read_only',
  invalid_session: null,
  fetch_team_fail: null,
};

const isOfKey = (reason: RejectionReason): reason is KeyReason => failedStages[reason] === 'keyed';

/** Returns why the key of a request was refused; null for a request that was refused for another reason, or not at all. */
export function keyProblemOf(reason: RejectionReason | null, path: string): KeyProblem | null {
  const problem = reason !== null && isOfKey(reason) ? problems[reason] : null;
  const kind = sdkRequestKind(path);
  // Elsewhere a personal key is one in place of the project key.
  if (problem === 'personal' && kind !== 'definitions') return 'unknown';
  // Only events need a key that may write; other requests are refused for their host.
  return problem === 'read_only' && kind !== 'events' ? null : problem;
}
