import type { IncomingMessage } from 'node:http';
import { maskKeys } from '../core/mask-keys.ts';
import { sdkPaths } from './sdk-paths.ts';

/** Kinds of requests of SDKs: `script` is posthog-js itself, `config` its remote configuration, `definitions` those of flags. */
export type SdkRequestKind = 'events' | 'flags' | 'config' | 'script' | 'definitions' | 'other';

const kinds: Record<keyof typeof sdkPaths, SdkRequestKind> = {
  event: 'events',
  batch: 'events',
  person: 'events',
  browserEvents: 'events',
  analyticsEvents: 'events',
  recordings: 'other',
  decide: 'flags',
  flags: 'flags',
  definitions: 'definitions',
  oldDefinitions: 'definitions',
  remotePayload: 'definitions',
  surveys: 'other',
  earlyAccessFeatures: 'other',
  webExperiments: 'other',
  productTours: 'other',
  logs: 'other',
};

const segment = '[^/]+';
const ofFolders: [path: string, kind: SdkRequestKind][] = [
  [`/array/${segment}/array\\.js`, 'script'],
  [`/array/${segment}/config(?:\\.js)?/`, 'config'],
  [`/static/(?:${segment}/)?${segment}\\.js`, 'script'],
];
const ofPaths = Object.entries(kinds).flatMap(([name, kind]) =>
  sdkPaths[name as keyof typeof sdkPaths].map((path): [string, SdkRequestKind] => [
    path.replace(/\{\w+\}/g, segment),
    kind,
  ]),
);
const patterns = [...ofFolders, ...ofPaths].map(([path, kind]) => ({
  kind,
  pattern: new RegExp(`^${path.replace(/\/$/, '')}/?$`),
}));

/** Maximum number of path segments before an SDK's path: SDKs append their paths to the configured host. */
const maxPrefixSegments = 6;

export const sdkRequestKind = (path: string): SdkRequestKind | undefined =>
  patterns.find(({ pattern }) => pattern.test(path))?.kind;

/** Splits a path into the longest path of an SDK at its end and the part before, such as `/ingest` of `/ingest/e/`. */
export function splitSdkPath(path: string): { prefix: string; path: string } | undefined {
  let start = 0;
  for (let tried = 0; tried <= maxPrefixSegments && start >= 0; tried += 1) {
    const rest = path.slice(start);
    if (sdkRequestKind(rest) !== undefined) return { prefix: path.slice(0, start), path: rest };
    start = path.indexOf('/', start + 1);
  }
  return undefined;
}

const maxClientLength = 100;

/** Names an SDK and its version in the newest protocol: `posthog-go/2.0.0`. */
export const sdkInfoHeader = 'posthog-sdk-info';

/** Returns what a client calls itself: `posthog-node/5.1.0`, or the user agent of its browser. */
const agentOf = ({ headers }: IncomingMessage): string | undefined =>
  headers[sdkInfoHeader]?.toString() ?? headers['user-agent'];

/**
 * Returns what a client calls itself, cut and without keys. `version`: the one that posthog-js sends, as its user agent is that of
 * its browser; null for other clients.
 */
export function clientOf(message: IncomingMessage, version: string | null): string | undefined {
  const agent = version === null ? agentOf(message) : `posthog-js/${version}`;
  return agent && maskKeys(agent).slice(0, maxClientLength).toWellFormed();
}

/** Returns the name of the SDK that sent a request, such as `posthog-node`; null if unknown. */
export function sdkOf(message: IncomingMessage, version: string | null): string | null {
  if (version !== null) return 'posthog-js';
  const product = /^([\w.-]+)\//.exec(agentOf(message) ?? '')?.[1];
  return product === undefined || product === 'Mozilla' ? null : product;
}

/** Returns the project key of a request that has it in its URL. */
export function keyInUrl(path: string, query: URLSearchParams): string | undefined {
  const inPath = /^\/array\/([^/]+)\//.exec(path)?.[1];
  return inPath ?? query.get('token') ?? undefined;
}

/** Returns the Bearer token of a request: a personal key or a session. */
export const bearerToken = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
