import { z } from 'zod';
import type { Decoded } from '../../capture/decode/decode.ts';
import type { PublicRequests } from '../../capture/public-requests.ts';
import type { PublicRequest } from '../../capture/request-row.ts';
import { type JsonObject, jsonObject } from '../../core/contract.ts';
import { cutText } from '../../core/cut-text.ts';
import { isTooDeep } from '../../core/json/json.ts';
import { maxDistinctId, maxJsonLevels } from '../../core/limits.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import type { Clock } from '../../core/time.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import { validationError } from '../../http/error.ts';
import { parse } from '../../http/parse.ts';
import type { PublicEndpoint } from '../../http/public-endpoint.ts';
import { sdkPaths } from '../../http/sdk-paths.ts';
import type { ArrivingRuns } from '../../test-runs/arriving-runs.ts';
import type { CompiledFlags, ProjectFlags } from '../evaluation/compiled.ts';
import { type CompiledFlag, evaluate, type Outcome } from '../evaluation/evaluate.ts';
import { type SubjectParts, subjectOf } from '../evaluation/subject.ts';
import { type Decision, decideAnswer, decisionAnswer, flagsAnswer } from './decide-answer.ts';
import type { DecideLog } from './decide-log.ts';

type Parts = {
  requests: PublicRequests;
  compiled: CompiledFlags;
  subjects: SubjectParts;
  arrivingRuns: ArrivingRuns;
  log: DecideLog;
  clock: Clock;
  report(error: unknown): void;
};

const tooDeep = `Malformed request data: it is nested more than ${maxJsonLevels} levels deep.`;
const key = z.union([z.string(), z.number()]).transform(String);
const nullish = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? undefined);
const object = z.record(z.string(), z.unknown());

/** The parameters of a decide (decisions 3); null counts as absent. */
const decideInput = z.object({
  distinct_id: nullish(key),
  $anon_distinct_id: nullish(key),
  groups: nullish(z.record(z.string(), nullish(key))),
  person_properties: nullish(object),
  group_properties: nullish(z.record(z.string(), nullish(object))),
  disable_flags: nullish(z.boolean()),
  /** The names used by posthog-js and posthog-node. */
  flag_keys: nullish(z.array(z.string())),
  flag_keys_to_evaluate: nullish(z.array(z.string())),
});
type DecideInput = z.output<typeof decideInput>;

const decideVersion = z.enum(['1', '2', '3']);
const flagsVersion = decideVersion.extract(['1', '2']);

const common = {
  tag: 'Flag evaluation',
  body: decideInput.extend({ api_key: z.string(), distinct_id: key }),
  example: { api_key: 'phc_your_project_key', distinct_id: 'ann', flag_keys_to_evaluate: ['new-checkout'] },
};

/** Tells clients what flags are for somebody. Synchronous once the body is read: it waits for no write and no other query. */
export function decideEndpoints(parts: Parts): PublicEndpoint[] {
  const { requests, clock } = parts;
  const decide = new Decide(parts);
  const ofDecide = {
    ...common,
    summary: 'Evaluate flags for a person: version 1 (names), 2 (values) or 3 (with payloads)',
    query: z.object({ v: decideVersion.default('1') }),
    answer: decisionAnswer,
  };
  const ofFlags = {
    ...common,
    summary: 'Evaluate flags for a person, with reasons (v=2)',
    query: z.object({ v: flagsVersion.default('1'), config: z.enum(['true', 'false']).default('false') }),
    answer: jsonObject,
  };
  return [
    ...sdkPaths.decide.map((path) =>
      requests.endpoint(path, ofDecide, async (request) => {
        const { version, decision } = await decide.answer(request, decideVersion.options);
        return decideAnswer(version, decision);
      }),
    ),
    ...sdkPaths.flags.map((path) =>
      requests.endpoint(path, ofFlags, async (request) => {
        const { version, decision } = await decide.answer(request, flagsVersion.options);
        return flagsAnswer(version, decision, clock.uuid(), request.query.get('config') === 'true');
      }),
    ),
  ];
}

class Decide {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async answer(request: PublicRequest, versions: readonly string[]): Promise<{ version: string; decision: Decision }> {
    const { decoded, projectId } = await this.#parts.requests.read(request, 'read');
    const version = versionOf(request, versions);
    const asked = parse(decideInput, withoutKeys(decoded));
    const distinctId = idOf(asked.distinct_id);
    if (distinctId === undefined) {
      throw validationError('missing_distinct_id', '`distinct_id` is required to evaluate flags.', 'distinct_id');
    }
    const testRun = testRunOf(request);
    const project = this.#parts.compiled.of(projectId);
    const known = { ...asked, distinct_id: distinctId, testRun };
    return { version, decision: this.#evaluate(request, projectId, project, known) };
  }

  #evaluate(
    request: PublicRequest,
    projectId: number,
    project: ProjectFlags,
    asked: DecideInput & { distinct_id: string; testRun: string | undefined },
  ): Decision {
    if (asked.disable_flags === true) return { flags: [], outcomes: [], hasErrors: false };
    const { subjects, arrivingRuns, log, report } = this.#parts;
    const { receivedAt: at, path } = request;
    const wanted = asked.flag_keys ?? asked.flag_keys_to_evaluate;
    const client = clientOf(request, asked.person_properties);
    const { distinct_id: distinctId, testRun } = asked;
    const sender = { distinctId, sdk: client?.split('/')[0] ?? null };
    const run = arrivingRuns.later({ projectId, name: testRun, at, sender });
    for (const name of new Set(wanted)) log.asked({ projectId, key: name, at, run }, project.byKey.has(name));
    const chosen =
      wanted === undefined ? project.flags : [...new Set(wanted)].flatMap((name) => project.byKey.get(name) ?? []);
    const subject = subjectOf(
      subjects,
      projectId,
      {
        distinctId,
        anonDistinctId: idOf(asked.$anon_distinct_id),
        groups: withoutAbsent(asked.groups ?? {}),
        personProperties: asked.person_properties ?? {},
        groupProperties: withoutAbsent(asked.group_properties ?? {}),
      },
      project,
    );
    const flags: CompiledFlag[] = [];
    const outcomes: Outcome[] = [];
    let hasErrors = project.hasErrors;
    for (const flag of chosen) {
      try {
        outcomes.push(evaluate(flag, subject));
        flags.push(flag);
      } catch (error) {
        report(error);
        hasErrors = true;
      }
    }
    log.note({ projectId, distinctId, at, path, client, run, flags, outcomes });
    return { flags, outcomes, hasErrors };
  }
}

/** Cut as the ids of events are, so that both are of one person. */
const idOf = (id = '') => (id.trim() === '' ? undefined : cutText(id.toWellFormed(), maxDistinctId));

function versionOf({ query }: PublicRequest, known: readonly string[]): string {
  const version = query.get('v') ?? '1';
  if (known.includes(version)) return version;
  throw validationError(
    'invalid_input',
    `\`v\` must be one of ${known.join(', ')}; got "${version.slice(0, 60)}".`,
    'v',
  );
}

/** Refuses what cannot be the name of a test run, since the log of decides has no place for a warning. */
function testRunOf({ testRun }: PublicRequest): string | undefined {
  if (testRun?.name === null) throw validationError('invalid_input', testRun.warning.detail, 'test_run');
  return testRun?.name;
}

/** posthog-js sends its version in the query or as a person property; others in the user agent. */
function clientOf({ query, message }: PublicRequest, properties: JsonObject = {}): string | null {
  const version = query.get('ver') ?? (properties.$lib === 'web' ? properties.$lib_version : null);
  const agent = typeof version === 'string' ? `posthog-js/${version}` : message.headers['user-agent'];
  return agent === undefined ? null : maskKeys(agent).slice(0, 100).toWellFormed();
}

/** Masks secret keys in logged parameters, as in events. */
function withoutKeys(decoded: Decoded): JsonObject {
  const text = decoded.text.toString();
  const envelope = decoded.envelope();
  if (maskKeys(text) === text) return envelope;
  if (isTooDeep(text)) throw validationError('invalid_payload', tooDeep);
  return JSON.parse(maskKeys(JSON.stringify(envelope)));
}
