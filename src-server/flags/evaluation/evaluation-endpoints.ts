import type { Clock } from '../../core/clock.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { validationError } from '../../http/error.ts';
import { flagEndpoint, flagsPath } from '../endpoints.ts';
import type { FlagQueries } from '../queries.ts';
import { validateFlagFilters } from '../validate.ts';
import { evaluationAnswer, evaluationInput, reach, reachInput } from './evaluation-contract.ts';
import type { Evaluator } from './evaluator.ts';

type Parts = { evaluator: Evaluator; queries: FlagQueries; clock: Clock };

const filters = { groups: [{ rollout_percentage: 50 }] };

/** Creates the endpoints that evaluate flags for a person and explain the value. */
export function evaluationEndpoints({ evaluator, queries, clock }: Parts): Endpoint[] {
  return [
    flagEndpoint(
      `POST ${flagsPath}evaluate/`,
      {
        summary: 'Evaluate flags, or a draft of one, for a person, with reasons',
        access: 'write',
        body: evaluationInput,
        example: { distinct_id: 'ann', draft: { key: 'new-checkout', filters } },
        answer: evaluationAnswer,
      },
      async ({ projectId, body }) => ({
        results: await evaluator.evaluate(projectId, body),
        person: evaluator.personOf(projectId, body.distinct_id),
      }),
    ),
    flagEndpoint(
      `POST ${flagsPath}reach/`,
      {
        summary: 'Count the known persons or groups that the conditions of a draft reach',
        access: 'write',
        body: reachInput,
        example: { key: 'new-checkout', filters },
        answer: reach,
      },
      ({ projectId, body: { test_run: testRun, ...draft } }) => {
        validateFlagFilters(draft.filters, clock.now);
        if (testRun !== undefined && draft.filters.aggregation_group_type_index !== null) {
          const detail = '`test_run` narrows persons only; send it without `aggregation_group_type_index`.';
          throw validationError('invalid_input', detail, 'test_run');
        }
        return queries.reach({ projectId, ...draft, testRun, now: clock.now() });
      },
    ),
  ];
}
