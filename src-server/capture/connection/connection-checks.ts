import { nearestName } from '../../core/nearest-contract.ts';
import { sumOf } from '../../core/sum-contract.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import { sdkPaths } from '../../http/sdk-paths.ts';
import { type SdkRequestKind, sdkRequestKind, splitSdkPath } from '../../http/sdk-request.ts';
import type { ConnectionCheck } from './connection-contract.ts';
import { keyProblemOf } from './key-problem.ts';
import { type SdkRequestRow, tlsMethod } from './sdk-requests.ts';

/** Maximum ms from the start of posthog-js to its first event; it sends batches every 3 s. */
const startMs = 8000;

const plainPaths = Object.values(sdkPaths)
  .flat()
  .filter((path) => !path.includes('{'));

/** Concludes from the requests of SDKs which of them are connected, and why others are not; newest first. */
export function connectionChecks(rows: readonly SdkRequestRow[], now: number): ConnectionCheck[] {
  const checks = [...Map.groupBy(rows, senderOf).values()].flatMap((ofSender) => [
    ...requestChecks(ofSender),
    ...startChecks(ofSender, now),
  ]);
  return checks.sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** A page is one sender for all that it loads of posthog-js; elsewhere the SDK is. */
const senderOf = ({ origin, client, is_automated: isAutomated }: SdkRequestRow) =>
  JSON.stringify(origin === null ? client : [origin, isAutomated]);

const isAnswered = ({ status, method }: SdkRequestRow) => status < 400 && method !== 'OPTIONS';
const lastOf = (rows: SdkRequestRow[]) => Math.max(Number.NEGATIVE_INFINITY, ...rows.map(({ lastAt }) => lastAt));

/** Returns the problem of each refused request, once per cause, and whether events arrive. */
function requestChecks(rows: SdkRequestRow[]): ConnectionCheck[] {
  const events = rows.filter((row) => isAnswered(row) && sdkRequestKind(row.path) === 'events');
  // By kind: paths of posthog-js contain the key, and its configuration names another path for events.
  const isSolved = ({ path, lastAt }: SdkRequestRow) => {
    const kind = sdkRequestKind(path) ?? 'events';
    return lastOf(rows.filter((other) => isAnswered(other) && sdkRequestKind(other.path) === kind)) > lastAt;
  };
  const problems = rows.filter((row) => !isSolved(row)).flatMap((row) => problemOf(row) ?? []);
  // Rows are newest first, and the newest problem of a cause stays.
  const unique = new Map(problems.toReversed().map((problem) => [causeOf(problem), problem]));
  if (events.length === 0) return [...unique.values()];
  const count = sumOf(events.map((row) => row.count));
  return [...unique.values(), { kind: 'receiving', ...foundIn(events, lastOf(events)), count }];
}

/** Returns what is the same for requests with one fix: an SDK whose host has a path requests several paths. */
const causeOf = (problem: ConnectionCheck) =>
  JSON.stringify({ ...problem, at: '', sender: '', ...(problem.kind === 'wrong_host' && { path: '' }) });

function problemOf(row: SdkRequestRow): ConnectionCheck | undefined {
  const { path, key, reason, status, method } = row;
  const found = foundIn([row], row.lastAt);
  if (method === tlsMethod) return { kind: 'wrong_host', ...found, problem: 'https', prefix: null, path: null };
  const problem = keyProblemOf(reason, path);
  if (problem !== null) return { kind: 'wrong_key', ...found, key, problem };
  if (status !== 404 || sdkRequestKind(path) !== undefined) return undefined;
  const split = splitSdkPath(path);
  if (split !== undefined) return { kind: 'wrong_host', ...found, problem: 'path', ...split };
  return { kind: 'unknown_endpoint', ...found, path, nearest: nearestName(path, plainPaths) };
}

/** Returns checks of pages that loaded posthog-js and sent no event. */
function startChecks(rows: SdkRequestRow[], now: number): ConnectionCheck[] {
  const loaded = rows.filter((row) => isAnswered(row) && row.origin !== null);
  const of = (...kinds: SdkRequestKind[]) =>
    loaded.filter(({ path }) => kinds.some((kind) => kind === sdkRequestKind(path)));
  if (of('events').length > 0) return [];
  const started = of('config', 'flags');
  const seen = started.length > 0 ? started : of('script');
  const firstAt = Math.min(...seen.map((row) => row.firstAt));
  if (seen.length === 0 || now - firstAt < startMs) return [];
  const found = foundIn(seen, lastOf(seen));
  if (started.length === 0) return [{ kind: 'script_blocked', ...found }];
  return [{ kind: seen.some((row) => row.is_automated) ? 'bot_filter' : 'no_events', ...found }];
}

/** Returns the sender, by the newest row that names its SDK. */
function foundIn(rows: SdkRequestRow[], at: number): Pick<ConnectionCheck, 'sender' | 'at'> {
  const client = rows.find((row) => row.client !== null)?.client ?? null;
  const { origin = null, is_automated = false } = rows[0] ?? {};
  return { sender: { client, origin, is_automated }, at: isoTime(at) };
}
