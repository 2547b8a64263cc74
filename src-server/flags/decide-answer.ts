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
  const featureFlags = onlyOn(decision);
  return { ...head, featureFlags: version === '1' ? Object.keys(featureFlags) : featureFlags };
}

/** The answer of `/flags/` by decisions 3; with `config`, what a client starts with beside it. */
export function flagsAnswer(version: string, decision: Decision, requestId: string, config: boolean): JsonObject {
  const extra = config ? remoteConfig : {};
  if (version === '1') return { ...extra, ...valuesOf(decision) };
  const flags: Record<string, JsonObject> = {};
  for (const [index, flag] of decision.flags.entries()) flags[flag.key] = detailOf(flag, outcomeAt(decision, index));
  return { ...extra, flags, errorsWhileComputingFlags: decision.hasErrors, requestId };
}

function onlyOn(decision: Decision): Record<string, FlagValue> {
  const featureFlags: Record<string, FlagValue> = {};
  for (const [index, { key }] of decision.flags.entries()) {
    const { value } = outcomeAt(decision, index);
    if (value !== false) featureFlags[key] = value;
  }
  return featureFlags;
}

/** All active flags, with those that are off, and the payloads of the values. */
function valuesOf(decision: Decision): JsonObject {
  const featureFlags: Record<string, FlagValue> = {};
  const featureFlagPayloads: Record<string, string> = {};
  for (const [index, flag] of decision.flags.entries()) {
    const { value, code } = outcomeAt(decision, index);
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

const outcomeAt = ({ outcomes }: Decision, index: number): Outcome => outcomes[index] as Outcome;

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
