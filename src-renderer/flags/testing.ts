import type { ConditionOutcome, Evaluation, ServedAnswer } from '#server/flags/evaluation/evaluation-contract.ts';

type Overrides = Partial<Omit<Evaluation, 'bucketing' | 'conditions'>> & {
  bucketing?: Partial<NonNullable<Evaluation['bucketing']>> | null;
  conditions?: Partial<ConditionOutcome>[];
};

/** Returns an evaluation for a test, off by no condition unless said otherwise. */
export function evaluationOf({ bucketing, conditions = [], ...rest }: Overrides): Evaluation {
  return {
    key: 'checkout',
    id: 1,
    value: false,
    enabled: false,
    variant: null,
    payload: null,
    reason: { code: 'no_condition_match', condition_index: null, description: '' },
    served: null,
    ...rest,
    bucketing:
      bucketing === null
        ? null
        : { identifier: 'user-1', kind: 'distinct_id', hash: 0.25, variant_hash: null, boundaries: [], ...bucketing },
    conditions: conditions.map((condition, index) => ({
      index,
      outcome: 'not_tried',
      rollout_percentage: null,
      variant: null,
      properties: [],
      ...condition,
    })),
  };
}

export function servedOf(rest: Partial<ServedAnswer>): ServedAnswer {
  return {
    distinct_id: 'user-1',
    value: false,
    reason: 'no_condition_match',
    version: 1,
    at: '2026-11-21T12:00:00.000Z',
    path: '/flags/',
    client: null,
    test_run: null,
    ...rest,
  };
}
