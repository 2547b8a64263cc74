import { isoTime } from '../../core/text/time-contract.ts';
import { personWarning } from '../../persons/contract.ts';
import type { PersonEffect } from '../../persons/store.ts';
import type { EventWarning, PipelineStage, Request } from '../contract.ts';
import { failedStages, type StageName, stageName } from '../reason-contract.ts';
import type { StoredDetail } from './event-detail.ts';
import { offsetWords } from './offset-words.ts';

const personWarnings = new Set<string>(personWarning.shape.code.options);

const order = stageName.options;

/** Returns the stage that failed. An unreadable body fails before its key is found, invalid events fail after that. */
function failedStage({ reason, unassigned, key_prefix: key }: StoredDetail['event']): StageName | undefined {
  if (reason === null) return undefined;
  const stage = failedStages[reason];
  return stage === 'decoded' && !unassigned && key !== null ? 'normalized' : stage;
}

/** Builds the pipeline of one row. After a failed stage, all others but the answer are skipped. */
export function pipelineOf(stored: StoredDetail): PipelineStage[] {
  const failed = failedStage(stored.event);
  return order.map((stage) => {
    const { detail, facts, outcome = 'ok', warnings = [] } = describeStage(stage, stored);
    if (stage === failed) return { stage, outcome: 'failed', detail: stored.event.detail ?? detail, facts };
    if (failed !== undefined && order.indexOf(stage) > order.indexOf(failed) && stage !== 'answered') {
      return { stage, outcome: 'skipped', detail: 'Not reached.', facts: {} };
    }
    if (warnings.length === 0) return { stage, outcome, detail, facts };
    const clock = stage === 'normalized' ? clockSentence(stored) : [];
    const text = [...warnings.map((warning) => warning.detail), ...clock].join(' ');
    return { stage, outcome: 'warning', detail: text, facts };
  });
}

type Description = {
  detail: string;
  facts: PipelineStage['facts'];
  outcome?: 'not_needed';
  warnings?: EventWarning[];
};

function describeStage(stage: StageName, stored: StoredDetail): Description {
  const { event, request } = stored;
  const isOfPerson = (warning: EventWarning) => personWarnings.has(warning.code);
  switch (stage) {
    case 'received':
      return received(stored);
    case 'decoded':
      return decoded(request);
    case 'keyed':
      return keyed(stored);
    case 'normalized':
      return {
        detail: ['The event has a name, a distinct_id and a time.', ...clockSentence(stored)].join(' '),
        facts: {
          event: event.event,
          distinct_id: event.distinct_id,
          timestamp: event.timestamp,
          ...(stored.clockOffset === null
            ? {}
            : { sent: sentTime(stored), corrected_by: offsetWords(stored.clockOffset) }),
        },
        warnings: event.warnings.filter((warning) => !isOfPerson(warning)),
      };
    case 'stored':
      return {
        detail: 'Committed to disk before the answer.',
        facts: { uuid: event.uuid, row: stored.id, test_run: event.test_run },
      };
    case 'person':
      return {
        detail:
          stored.personEffect === null
            ? 'The person is known and did not change.'
            : effectSentences[stored.personEffect],
        facts: { person_id: event.person_id, effect: stored.personEffect },
        warnings: event.warnings.filter(isOfPerson),
      };
    case 'answered':
      return answered(request);
  }
}

const sentTime = ({ event, clockOffset }: StoredDetail): string =>
  isoTime(Date.parse(event.timestamp) - (clockOffset ?? 0));

/** Describes how the client's clock was corrected, if it was. */
function clockSentence(stored: StoredDetail): string[] {
  const { clockOffset } = stored;
  if (clockOffset === null) return [];
  const by = offsetWords(Math.abs(clockOffset)).slice(1);
  const where = clockOffset > 0 ? 'behind' : 'ahead';
  return [
    `Its time was sent as ${sentTime(stored)} and corrected by ${offsetWords(clockOffset)}: sent_at was ${by} ${where}.`,
  ];
}

function received(stored: StoredDetail): Description {
  const { request } = stored;
  if (request === null) return { detail: 'Its log entry has expired.', facts: {} };
  const { method, path, body_bytes, ip, user_agent } = request;
  const way = isReplay(stored) ? 'Replayed from a recording as ' : '';
  const detail = `${way}${method} ${path}, ${body_bytes} bytes`;
  return { detail, facts: { from: ip, user_agent, bytes: body_bytes } };
}

/** Only the replay of a recording leads to an event or a drop without a key. */
const isReplay = ({ event, request }: StoredDetail): boolean =>
  request !== null && request.key_prefix === null && event.status !== 'rejected';

function keyed(stored: StoredDetail): Description {
  const { request } = stored;
  if (request === null) return { detail: 'Its key is no longer known.', facts: {} };
  const { key_prefix: key, key_position: position } = request;
  if (isReplay(stored)) {
    const detail = 'A recording has no key: the replay chooses the project.';
    return { outcome: 'not_needed', detail, facts: {} };
  }
  return { detail: `The key was found in ${position}.`, facts: { key, position } };
}

function decoded(request: Request | null): Description {
  if (request === null) return { detail: 'The body was read.', facts: {} };
  const { compression, decoded_bytes, accepted, dropped } = request;
  const unpacked = compression === 'none' ? 'Not compressed' : `Decompressed from ${compression}`;
  const outcomes = accepted + dropped;
  const detail = outcomes > 1 ? `${unpacked}; one of ${outcomes} events in its request.` : `${unpacked}.`;
  return { detail, facts: { compression, bytes: decoded_bytes, outcomes } };
}

function answered(request: Request | null): Description {
  if (request === null) return { detail: 'The client was answered.', facts: {} };
  const { status_code, duration_ms, response } = request;
  const detail = `The client got status ${status_code}.`;
  return { detail, facts: { status: status_code, milliseconds: duration_ms, body: response } };
}

const effectSentences: Record<PersonEffect, string> = {
  created: 'A new person was created for this distinct_id.',
  merged: 'Two ids were merged into one person.',
  identified: 'The person is now identified.',
  updated: "The person's properties were changed.",
};
