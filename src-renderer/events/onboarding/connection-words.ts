import type {
  CheckKind,
  ConnectionCheck,
  KeyProblem,
  SdkRequest,
} from '#server/capture/connection/connection-contract.ts';
import { countWords } from '#server/core/text/numbers-contract.ts';
import type { Tone } from '../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../ui/format.ts';
import { reasonWords } from '../reason-words.ts';
import { allowBots } from './words.ts';

/** The address of this server and the key of this project. */
export type Target = { url: string; key: string };
type Worded = { tone: Tone; title: string; happened: string; fix: string | null };
type CheckOf<Kind extends CheckKind> = Extract<ConnectionCheck, { kind: Kind }>;
type Word<Kind extends CheckKind> = (check: CheckOf<Kind>, target: Target) => Omit<Worded, 'tone'>;

/** The origin that browsers send for a page without a server. */
const localFile = 'null';

/** Names a sender: "posthog-js/1.57.3 on http://localhost:3000, in an automated browser". */
function senderName({ client, origin, is_automated: isAutomated }: ConnectionCheck['sender']): string {
  if (origin === null) return client ?? 'A client';
  const place = origin === localFile ? 'a local file' : origin;
  const name = client === null ? `The page at ${place}` : `${client} on ${place}`;
  return isAutomated ? `${name}, in an automated browser,` : name;
}

const tones: Record<CheckKind, Tone> = {
  receiving: 'ok',
  wrong_key: 'danger',
  wrong_host: 'danger',
  unknown_endpoint: 'danger',
  bot_filter: 'warning',
  no_events: 'warning',
  script_blocked: 'warning',
};

const keyWords: Record<KeyProblem, (name: string, key: string | null) => Pick<Worded, 'title' | 'happened'>> = {
  missing: (name) => ({ title: 'No key', happened: `${name} sends no project key.` }),
  unknown: (name, key) => ({
    title: 'Wrong key',
    happened: `${name} sends the key ${key}, which is unknown or revoked.`,
  }),
  personal: (name, key) => ({
    title: 'Wrong personal key',
    happened: `${name} cannot read flags with a personal key: ${key === null ? 'it sends none' : `${key} is not accepted`}.`,
  }),
  project: (name, key) => ({
    title: 'Wrong project',
    happened: `${name} sends the personal key ${key}, and no project_id that it may access.`,
  }),
  read_only: (name, key) => ({
    title: 'Read-only key',
    happened: `${name} sends events with the personal key ${key}, which can only read.`,
  }),
};

const checkWords: { [Kind in CheckKind]: Word<Kind> } = {
  receiving: ({ sender, count }) => ({
    title: 'Connected',
    happened: `${senderName(sender)} sends events: ${countWords(count, 'request')} so far.`,
    fix: null,
  }),
  wrong_key: ({ sender, key, problem }, target) => ({
    ...keyWords[problem](senderName(sender), key),
    fix:
      problem === 'personal'
        ? 'Issue a key under Settings › Personal keys, and pass it to the SDK as its personal API key.'
        : `Use the key of this project: ${target.key}`,
  }),
  wrong_host: ({ sender, problem, prefix, path }, target) =>
    problem === 'https'
      ? {
          title: 'Wrong host',
          happened: 'A client connects with https, and this server speaks http.',
          fix: `Set the host to ${target.url}`,
        }
      : {
          title: 'Wrong host',
          happened: `${senderName(sender)} requests ${prefix}${path}, which does not exist.`,
          fix: `Set the host to ${target.url}, without ${prefix}`,
        },
  unknown_endpoint: ({ sender, path, nearest }) => ({
    title: 'Unknown endpoint',
    happened: `${senderName(sender)} requests ${path}, which does not exist.`,
    fix:
      nearest === null
        ? 'Update the SDK. docs/sdks.md lists the versions that work.'
        : `Send to ${nearest} instead. If an SDK chose the path, update it.`,
  }),
  bot_filter: ({ sender }) => ({
    title: 'Bot filter',
    happened: `${senderName(sender)} sends nothing: posthog-js takes it for a bot and drops every event.`,
    fix: allowBots,
  }),
  no_events: ({ sender }, target) => ({
    title: 'No events',
    happened: `${senderName(sender)} has started and sent no event.`,
    fix: `Check that no content blocker stops requests to ${target.url}, and that the app has not opted out. In an automated browser, add opt_out_useragent_filter: true.`,
  }),
  script_blocked: ({ sender }, target) => ({
    title: 'Snippet blocked',
    happened: `${senderName(sender)} loaded posthog-js, and nothing followed.`,
    fix: `Check that posthog.init is called, and that neither a content blocker nor connect-src of the page's Content-Security-Policy stops ${target.url}`,
  }),
};

/** Describes a check: what happened, and what to do. */
export function wordCheck(check: ConnectionCheck, target: Target): Worded {
  // Each entry takes the check of its own kind.
  const word = checkWords[check.kind] as Word<CheckKind>;
  return { tone: tones[check.kind], ...word(check as never, target) };
}

/** Returns the outcome of a request: its status, and why it was refused. */
export const requestOutcome = ({ status, reason }: SdkRequest) =>
  reason === null ? String(status) : `${status}: ${reasonWords(reason)}`;

export const requestSender = ({ client, origin }: SdkRequest) =>
  origin === localFile ? connectionWords.localFile : (origin ?? client ?? '');

export const connectionWords = {
  title: 'Is my SDK connected?',
  loadVerb: 'list the requests of SDKs',
  checks: 'Connection checks',
  silent: 'No SDK request since the server started',
  silentHint: (url: string) =>
    `Start your app, and check that its host is ${url}. A content blocker may stop the requests before they leave the browser.`,
  starting: 'An SDK has made requests, but none of its events has arrived yet.',
  requests: (count: number) => `Requests of SDKs (${formatCount(count)})`,
  requestsLabel: 'Requests of SDKs, newest first',
  request: 'Request',
  outcome: 'Answer',
  sender: 'From',
  count: 'Count',
  last: 'Last',
  localFile: 'Local file',
};
