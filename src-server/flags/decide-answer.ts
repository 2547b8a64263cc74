import type { JsonObject } from '../http/contract.ts';
import type { FlagValue } from './contract.ts';
import { type CompiledFlag, type Outcome, payloadOf } from './evaluate.ts';
import type { FlagReason } from './evaluation-contract.ts';
import { remoteConfig } from './remote-config.ts';

/** What was found for each flag; `hasErrors` when some could not be evaluated. */
export type Decision = { flags: CompiledFlag[]; outcomes: Outcome[]; hasErrors: boolean };

/** The answer of `/decide/` by document 2.6, and version 3 by decisions 3. */
export function decideAnswer(version: string, decision: Decision): JsonObject {
  const head = {
    config: { enable_collect_everything: true },
    editorParams: {},
    isAuthenticated: false,
    supportedCompression: ['gzip', 'lz64'],
  };
  if (version === '3') return { ...head, ...valuesOf(decision) };
  const on = pairs(decision).filter(([, { value }]) => value !== false);
  if (version === '1') return { ...head, featureFlags: on.map(([flag]) => flag.key) };
  return { ...head, featureFlags: Object.fromEntries(on.map(([flag, { value }]) => [flag.key, value])) };
}

/** The answer of `/flags/` by decisions 3; with `config`, what a client starts with beside it. */
export function flagsAnswer(version: string, decision: Decision, requestId: string, config: boolean): JsonObject {
  const extra = config ? remoteConfig(decision.flags.length > 0) : {};
  if (version === '1') return { ...extra, ...valuesOf(decision) };
  const flags = Object.fromEntries(pairs(decision).map(([flag, outcome]) => [flag.key, detailOf(flag, outcome)]));
  return { ...extra, flags, errorsWhileComputingFlags: decision.hasErrors, requestId };
}

/** All active flags, with those that are off, and the payloads of the values. */
function valuesOf(decision: Decision): JsonObject {
  const featureFlags: Record<string, FlagValue> = {};
  const featureFlagPayloads: Record<string, string> = {};
  for (const [flag, { value, code }] of pairs(decision)) {
    if (code === 'flag_disabled') continue;
    featureFlags[flag.key] = value;
    const payload = payloadOf(flag, value);
    if (payload !== null) featureFlagPayloads[flag.key] = payload;
  }
  return { featureFlags, featureFlagPayloads, errorsWhileComputingFlags: decision.hasErrors };
}

function detailOf(flag: CompiledFlag, outcome: Outcome): JsonObject {
  const { id, key, version } = flag;
  return {
    key,
    enabled: outcome.value !== false,
    variant: typeof outcome.value === 'string' ? outcome.value : null,
    reason: reasonOf(outcome),
    metadata: {
      id,
      version,
      description: flag.name === '' ? null : flag.name,
      payload: payloadOf(flag, outcome.value),
    },
  };
}

const pairs = ({ flags, outcomes }: Decision): [CompiledFlag, Outcome][] =>
  flags.map((flag, index) => [flag, outcomes[index] as Outcome]);

/** The reason of an outcome as every answer tells it. */
export function reasonOf({ code, conditionIndex }: Outcome): FlagReason {
  return { code, condition_index: conditionIndex, description: wordsOf(code, conditionIndex) };
}

function wordsOf(code: Outcome['code'], conditionIndex: number | null): string {
  const condition = `condition set ${(conditionIndex ?? 0) + 1}`;
  switch (code) {
    case 'override':
      return 'An override is set in Benchtop';
    case 'condition_match':
      return `Matched ${condition}`;
    case 'out_of_rollout_bound':
      return `Out of the rollout of ${condition}`;
    case 'no_group_type':
      return 'No group of the type of this flag was sent';
    case 'flag_disabled':
      return 'The flag is turned off';
    default:
      return 'No condition set matched';
  }
}
