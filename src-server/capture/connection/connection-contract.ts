import { z } from 'zod';
import { dateTime, named } from '../../core/contract.ts';
import { rejectionReason } from '../../events/reason-contract.ts';

/** `client`: name and version of the SDK, such as `posthog-node/4.17.2`. `origin`: of the page; "null" for a local file. */
const sender = z.object({
  client: z.string().nullable(),
  origin: z.string().nullable(),
  /** Whether posthog-js treats its user agent as a bot, such as a headless browser. */
  is_automated: z.boolean(),
});

/** Equal requests of one sender. Kept in memory for the newest senders and paths, from the start of the server. */
export const sdkRequest = named('SdkRequest', {
  id: z.int(),
  ...sender.shape,
  method: z.string(),
  path: z.string(),
  status: z.int(),
  /** Null unless an endpoint refused the request. */
  reason: rejectionReason.nullable(),
  /** First characters of the project key, if the request had one. */
  key: z.string().nullable(),
  count: z.int().positive(),
  first_at: dateTime,
  last_at: dateTime,
  /** Whether its project is unknown; only keys for all projects see these. */
  unassigned: z.boolean(),
});
export type SdkRequest = z.infer<typeof sdkRequest>;

const found = { sender, at: dateTime };

/**
 * Why a key is refused. `missing`: none was sent. `unknown`: no project has it, or it is revoked. `personal`: the personal key for
 * reading flags is missing or not accepted. `project`: a personal key came without a `project_id` that it may access. `read_only`:
 * a personal key that can only read sends events.
 */
export const keyProblem = z.enum(['missing', 'unknown', 'personal', 'project', 'read_only']);
export type KeyProblem = z.infer<typeof keyProblem>;

/**
 * A conclusion about one sender from its requests. A problem is listed until the same sender succeeds in a request of its kind.
 *
 * - `receiving`: its events arrive.
 * - `wrong_key`: its key is refused, or missing (`key` is null).
 * - `wrong_host`: it sends TLS to this HTTP server, or its host has a path (`prefix`) in front of `path`, the newest
 *   of those it requests.
 * - `unknown_endpoint`: it requests a path that is not served; `nearest` is the path most likely meant.
 * - `bot_filter`: posthog-js runs in an automated browser, where it drops every event.
 * - `no_events`: posthog-js has started but sends no events.
 * - `script_blocked`: the page loaded posthog-js, but sent nothing else.
 */
export const connectionCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('receiving'), ...found, count: z.int() }),
  z.object({ kind: z.literal('wrong_key'), ...found, key: z.string().nullable(), problem: keyProblem }),
  z.object({
    kind: z.literal('wrong_host'),
    ...found,
    problem: z.enum(['https', 'path']),
    prefix: z.string().nullable(),
    path: z.string().nullable(),
  }),
  z.object({ kind: z.literal('unknown_endpoint'), ...found, path: z.string(), nearest: z.string().nullable() }),
  z.object({ kind: z.literal('bot_filter'), ...found }),
  z.object({ kind: z.literal('no_events'), ...found }),
  z.object({ kind: z.literal('script_blocked'), ...found }),
]);
export type ConnectionCheck = z.infer<typeof connectionCheck>;
export type CheckKind = ConnectionCheck['kind'];

/** Both lists are newest first. No requests means that none arrived since `since`. */
export const connection = z
  .object({ since: dateTime, checks: z.array(connectionCheck), requests: z.array(sdkRequest) })
  .meta({ id: 'Connection' });
