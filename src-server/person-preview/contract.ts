import { z } from 'zod';
import { matchedAction } from '../actions/contract.ts';
import { maxName, named } from '../core/contract.ts';
import { maxGroupTypes } from '../core/limits-contract.ts';
import { experiment } from '../experiments/contract.ts';
import { personExposure } from '../experiments/results/person-exposure-contract.ts';
import { flagValue } from '../flags/contract.ts';
import { evaluation, reportedChange } from '../flags/evaluation/evaluation-contract.ts';
import { testRunFilter } from '../test-runs/contract.ts';

/** Max properties, so that they fit into a URL. */
const maxWhatIf = 100;
const key = z
  .string()
  .min(1)
  .refine((name) => name !== 'distinct_id', 'must not be distinct_id, which has its own parameter');

export const ofGroup = z.object({ type: z.string().min(1).max(maxName), key: z.string().min(1).max(maxName) });
export type OfGroup = z.infer<typeof ofGroup>;

/**
 * `distinct_id`: one of the person's ids; default: of the newest event. `set` and `unset` replace and remove properties for this
 * answer only. `groups`: as the app would send; default: those of the newest event of the distinct_id that has some.
 */
export const previewQuery = z.object({
  distinct_id: z.string().optional(),
  set: z
    .array(z.object({ key, value: z.json() }))
    .max(maxWhatIf)
    .default([]),
  unset: z.array(key).max(maxWhatIf).default([]),
  groups: z.array(ofGroup).max(maxGroupTypes).optional(),
  test_run: testRunFilter,
});
export type PreviewQuery = z.output<typeof previewQuery>;

/** The person's newest events that a what-if matches with actions. */
export const maxWhatIfEvents = 5000;
/**
 * Actions with conditions on the person, matched again with the person's events: `before` with the stored properties, `after`
 * with the tried ones. Results keep the matches made on arrival.
 */
const whatIfActions = z.object({
  actions: z.array(z.object({ id: z.int(), name: z.string(), before: z.int(), after: z.int() })),
  events: z.int(),
  /** False: only the newest events were matched. */
  is_complete: z.boolean(),
});
export type WhatIfActions = z.infer<typeof whatIfActions>;

/** `stored_value`: the value with the stored properties only. */
export const previewedFlag = evaluation.extend({ stored_value: flagValue }).meta({ id: 'PreviewedFlag' });
export type PreviewedFlag = z.infer<typeof previewedFlag>;

/** `exposure` is null until it is computed: ask again. */
export const previewedExperiment = experiment
  .pick({
    id: true,
    name: true,
    status: true,
    archived: true,
    feature_flag: true,
    feature_flag_key: true,
    variants: true,
  })
  .extend({ exposure: personExposure.nullable() })
  .meta({ id: 'PreviewedExperiment' });
export type PreviewedExperiment = z.infer<typeof previewedExperiment>;

/** Everything that depends on the person. */
export const personPreview = named('PersonPreview', {
  person: z.object({ id: z.int(), name: z.string() }),
  distinct_id: z.string(),
  groups: z.array(ofGroup),
  flags: z.array(previewedFlag),
  /** True if a stored flag could not be evaluated and is missing, as in a decide. */
  has_errors: z.boolean(),
  /** The newest 100, without deleted ones. */
  experiments: z.array(previewedExperiment),
  experiment_count: z.int(),
  /** Null without `set` and `unset`. */
  what_if_actions: whatIfActions.nullable(),
  /** Actions matched by the person's stored events: what-if properties do not change them. */
  actions: z.array(matchedAction),
  /** Whether every action has been matched with all stored events. */
  actions_complete: z.boolean(),
  /** The newest 200, of the person's newest 20,000 events. */
  reported_changes: z.array(reportedChange),
});
export type PersonPreview = z.infer<typeof personPreview>;
