import { personWarning } from '../persons/contract.ts';
import { type DropReason, dropReason, type EventWarning, type PipelineStage, type Request } from './contract.ts';
import type { StoredDetail } from './detail.ts';

/** Rejections by the stage that made them; any other code failed while decoding. */
const keyFailures = new Set([
  'missing_api_key',
  'invalid_api_key',
  'invalid_personal_api_key',
  'invalid_project',
  'permission_denied',
  'fetch_team_fail',
]);
const receiveFailures = new Set(['not_found', 'method_not_allowed', 'request_too_large', 'overloaded', 'body_timeout']);
const storeFailures = new Set(['storage_unavailable', 'error']);
const personWarnings = new Set<string>(personWarning.shape.code.options);

const order: PipelineStage['stage'][] = ['received', 'decoded', 'keyed', 'normalized', 'stored', 'person', 'answered'];

/** The way of one row through the server, stage by stage; after the stage that failed all but the answer are skipped. */
export function pipelineOf(stored: StoredDetail): PipelineStage[] {
  const failed = failedStage(stored);
  return order.map((stage) => {
    const { detail, facts, warnings = [] } = tellOf(stage, stored);
    if (stage === failed) return { stage, outcome: 'failed', detail: stored.detail ?? detail, facts };
    if (failed !== undefined && order.indexOf(stage) > order.indexOf(failed) && stage !== 'answered') {
      return { stage, outcome: 'skipped', detail: 'Not reached.', facts: {} };
    }
    if (warnings.length === 0) return { stage, outcome: 'ok', detail, facts };
    const text = warnings.map((warning) => warning.detail).join(' ');
    return { stage, outcome: 'warning', detail: text, facts };
  });
}

const droppedIn = {
  no_event_name: 'normalized',
  no_distinct_id: 'normalized',
  empty_distinct_id: 'normalized',
  nested_too_deeply: 'normalized',
  duplicate: 'stored',
  session_recording: 'stored',
} satisfies Record<DropReason, PipelineStage['stage']>;

function failedStage({ event: { status, reason } }: StoredDetail): PipelineStage['stage'] | undefined {
  if (status === 'accepted') return undefined;
  if (status === 'dropped') return droppedIn[dropReason.parse(reason)];
  if (keyFailures.has(reason ?? '')) return 'keyed';
  if (receiveFailures.has(reason ?? '')) return 'received';
  return storeFailures.has(reason ?? '') ? 'stored' : 'decoded';
}

type Description = { detail: string; facts: PipelineStage['facts']; warnings?: EventWarning[] };

function tellOf(stage: PipelineStage['stage'], stored: StoredDetail): Description {
  const { event, request } = stored;
  const isOfPerson = (warning: EventWarning) => personWarnings.has(warning.code);
  switch (stage) {
    case 'received':
      return received(request);
    case 'decoded':
      return decoded(request);
    case 'keyed':
      return {
        detail: request?.key_position ? `The key was found in ${request.key_position}.` : 'The key opened the project.',
        facts: request === null ? {} : { key: request.key_prefix, position: request.key_position },
      };
    case 'normalized':
      return {
        detail: 'Name, distinct_id and time are there.',
        facts: { event: event.event, distinct_id: event.distinct_id, timestamp: event.timestamp },
        warnings: event.warnings.filter((warning) => !isOfPerson(warning)),
      };
    case 'stored':
      return { detail: 'Committed to disk before the answer.', facts: { uuid: event.uuid, row: stored.id } };
    case 'person':
      return {
        detail: personDetail(stored.personEffect),
        facts: { person_id: event.person_id, effect: stored.personEffect },
        warnings: event.warnings.filter(isOfPerson),
      };
    case 'answered':
      return answered(request);
  }
}

function received(request: Request | null): Description {
  if (request === null) return { detail: 'The request is older than the request log reaches.', facts: {} };
  const { method, path, body_bytes, ip, user_agent } = request;
  return { detail: `${method} ${path}, ${body_bytes} bytes`, facts: { from: ip, user_agent, bytes: body_bytes } };
}

function decoded(request: Request | null): Description {
  if (request === null) return { detail: 'The body was read.', facts: {} };
  const { compression, decoded_bytes, accepted, dropped } = request;
  const unpacked = compression === 'none' ? 'Not compressed' : `Unpacked from ${compression}`;
  const outcomes = accepted + dropped;
  const detail = outcomes > 1 ? `${unpacked}; one of ${outcomes} in its request.` : `${unpacked}.`;
  return { detail, facts: { compression, bytes: decoded_bytes, outcomes } };
}

function answered(request: Request | null): Description {
  if (request === null) return { detail: 'The client was answered.', facts: {} };
  const { status_code, duration_ms, response } = request;
  const detail = status_code === 200 ? 'The client was told 200.' : `The client was told ${status_code}.`;
  return { detail, facts: { status: status_code, milliseconds: duration_ms, body: response } };
}

function personDetail(effect: string | null): string {
  switch (effect) {
    case 'created':
      return 'A new person was made for this distinct_id.';
    case 'merged':
      return 'Two ids were joined in one person.';
    case 'identified':
      return 'The person is identified from here on.';
    case 'updated':
      return "The person's properties were changed.";
    default:
      return 'The person is known; nothing about it changed.';
  }
}
