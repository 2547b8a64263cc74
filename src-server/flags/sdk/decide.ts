import { z } from 'zod';
import type { PublicRequests } from '../../capture/requests/public-requests.ts';
import type { PublicRequest } from '../../capture/requests/request-row.ts';
import type { Clock } from '../../core/clock.ts';
import { type JsonObject, jsonObject } from '../../core/contract.ts';
import { quoteSent } from '../../core/text/quote-sent.ts';
import { validationError } from '../../http/error.ts';
import type { PublicEndpoint } from '../../http/public-endpoint.ts';
import { sdkPaths } from '../../http/sdk-paths.ts';
import { clientOf, sdkOf } from '../../http/sdk-request.ts';
import type { ArrivingRuns } from '../../test-runs/arriving-runs.ts';
import type { CompiledFlags } from '../evaluation/compiled.ts';
import type { Decision } from '../evaluation/decision.ts';
import { idInput } from '../evaluation/evaluation-contract.ts';
import type { SubjectParts } from '../evaluation/subject.ts';
import { decideAnswer, decideDetails, decisionAnswer, flagsAnswer } from './decide-answer.ts';
import { decideInput } from './decide-input.ts';
import type { DecideLog } from './decide-log.ts';
import { type DecideQuestion, Decisions } from './decisions.ts';

type Parts = {
  requests: PublicRequests;
  compiled: CompiledFlags;
  subjects: SubjectParts;
  arrivingRuns: ArrivingRuns;
  log: DecideLog;
  clock: Clock;
  report(error: unknown): void;
};

const decideVersion = z.enum(['1', '2', '3']);
/** With the reasons of `/flags/`. Only SDKs of PostHog get it, as the contract refuses other versions. */
const versionOfSdks = '4';
const flagsVersion = decideVersion.extract(['1', '2']);

const common = {
  tag: 'Flag evaluation',
  body: decideInput.extend({ api_key: z.string(), distinct_id: idInput }),
  example: { api_key: 'phc_your_project_key', distinct_id: 'ann', flag_keys_to_evaluate: ['new-checkout'] },
};

/**
 * Creates the endpoints that evaluate flags for clients. Synchronous once the body is read: waits for no write and no other
 * query.
 */
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
      requests.endpoint(path, ofDecide, (request) =>
        decide.answer(request, decideVersionsFor(request), (version, decision, kept) =>
          version === versionOfSdks
            ? decideDetails(decision, clock.uuid())
            : kept(`decide ${version}`, () => decideAnswer(version, decision)),
        ),
      ),
    ),
    ...sdkPaths.flags.map((path) =>
      requests.endpoint(path, ofFlags, (request) =>
        decide.answer(request, flagsVersion.options, (version, decision, kept) => {
          const config = request.query.get('config') === 'true';
          const write = () => flagsAnswer(version, decision, clock.uuid(), config);
          // Answers with details each have a new id.
          return version === '2' ? write() : kept(`flags ${config}`, write);
        }),
      ),
    ),
  ];
}

const noFlags: Decision = { flags: [], outcomes: [], hasErrors: false, basis: null };

/** Writes the answer to a decision; `kept` returns the same text as before, or that of `write`. */
type Write = (version: string, decision: Decision, kept: (form: string, write: () => string) => string) => string;

class Decide {
  readonly #parts: Parts;
  readonly #decisions: Decisions;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#decisions = new Decisions(parts);
  }

  async answer(request: PublicRequest, versions: readonly string[], write: Write): Promise<string> {
    const { decoded, projectId } = await this.#parts.requests.read(request, 'read');
    const version = versionOf(request, versions);
    const question = this.#decisions.question(projectId, decoded);
    const testRun = testRunOf(request);
    if (question.asked.isDisabled) return write(version, noFlags, (_form, text) => text());
    const decision = this.#decide(request, question, testRun);
    return write(version, decision, (form, text) => this.#decisions.answer(question, form, text));
  }

  #decide(request: PublicRequest, question: DecideQuestion, testRun: string | undefined): Decision {
    const { arrivingRuns, log } = this.#parts;
    const { receivedAt: at, path } = request;
    const { projectId, project, asked } = question;
    const { distinctId, keys } = asked;
    const version = webVersion(request, asked.personProperties);
    const client = clientOf(request.message, version) ?? null;
    const sender = { distinctId, sdk: sdkOf(request.message, version) };
    const run = arrivingRuns.later({ projectId, name: testRun, at, sender });
    for (const key of keys ?? []) log.asked({ projectId, key, at, run }, project.byKey.has(key));
    const decision = this.#decisions.decide(question);
    log.add({ projectId, distinctId, at, path, client, run, decision });
    return decision;
  }
}

function decideVersionsFor({ sdk }: PublicRequest): readonly string[] {
  const isPosthog = sdk?.startsWith('posthog-') === true;
  return isPosthog ? [...decideVersion.options, versionOfSdks] : decideVersion.options;
}

function versionOf({ query }: PublicRequest, known: readonly string[]): string {
  const version = query.get('v') ?? '1';
  if (known.includes(version)) return version;
  throw validationError('invalid_input', `\`v\` must be one of ${known.join(', ')}; got ${quoteSent(version)}.`, 'v');
}

/** Refuses an invalid name of a test run, since the log of decides has no place for a warning. */
function testRunOf({ testRun }: PublicRequest): string | undefined {
  if (testRun?.name === null) throw validationError('invalid_input', testRun.warning.detail, 'test_run');
  return testRun?.name;
}

/** Returns the version of posthog-js, which sends it in the query or as a person property; null for other clients. */
function webVersion({ query }: PublicRequest, properties: JsonObject): string | null {
  const version = query.get('ver') ?? (properties.$lib === 'web' ? properties.$lib_version : null);
  return typeof version === 'string' ? version : null;
}
