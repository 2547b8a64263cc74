import { maxDecideIds } from '../../core/limits.ts';
import type { Clock } from '../../core/time.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { validationError } from '../../http/error.ts';
import { nameOf } from '../../persons/list.ts';
import { endpoint, root } from '../endpoints.ts';
import type { FlagQueries } from '../queries.ts';
import type { DecideLog } from '../sdk/decide-log.ts';
import { validateFlagFilters } from '../validate.ts';
import type { CompiledFlags } from './compiled.ts';
import { type CompiledFlag, compileFlag } from './evaluate.ts';
import { type EvaluationInput, evaluationAnswer, evaluationInput, reach, reachInput } from './evaluation-contract.ts';
import { explainFlag } from './explain.ts';
import { type SubjectParts, subjectOf } from './subject.ts';

type Parts = {
  compiled: CompiledFlags;
  subjects: SubjectParts;
  log: Pick<DecideLog, 'flush'>;
  queries: FlagQueries;
  clock: Clock;
};

const filters = { groups: [{ rollout_percentage: 50 }] };

/** Evaluates flags or a draft for a person, with explanations. */
function createEvaluator({ compiled, subjects, clock }: Pick<Parts, 'compiled' | 'subjects' | 'clock'>) {
  function flagsOf({ draft }: EvaluationInput): CompiledFlag[] | undefined {
    if (draft === undefined) return undefined;
    validateFlagFilters(draft.filters, clock.now, ['draft']);
    return [compileFlag({ ...draft, id: draft.id ?? 0, name: '', version: 0 }, clock.now)];
  }

  function chosen(projectId: number, keys: string[] | undefined): CompiledFlag[] {
    const { flags, byKey } = compiled.of(projectId);
    return keys === undefined ? flags : keys.flatMap((key) => byKey.get(key) ?? []);
  }

  function explainAll(projectId: number, input: EvaluationInput, flags: CompiledFlag[]) {
    const { distinct_id: distinctId, groups } = input;
    const given = { personProperties: input.person_properties, groupProperties: input.group_properties };
    const subject = subjectOf(subjects, projectId, { distinctId, groups, ...given }, compiled.of(projectId));
    const typeNames = subjects.groups.typeNames(projectId);
    return flags.map((flag) => {
      const type = flag.filters.aggregation_group_type_index;
      const sent = type === null ? input.person_properties : input.group_properties[typeNames.get(type) ?? ''];
      const implied = type === null ? 'distinct_id' : '$group_key';
      return explainFlag(flag, subject, (key) => key === implied || Object.hasOwn(sent ?? {}, key));
    });
  }

  const idsOf = (projectId: number, { distinct_id: distinctId }: EvaluationInput) => [
    ...new Set([...subjects.persons.idsOf(projectId, distinctId, maxDecideIds), distinctId]),
  ];

  function personOf(projectId: number, distinctId: string): { id: number; name: string } | null {
    const id = subjects.persons.idOf(projectId, distinctId);
    const properties = subjects.persons.properties(projectId, distinctId);
    return id === undefined || properties === undefined ? null : { id, name: nameOf(properties) ?? distinctId };
  }

  return {
    explained: (projectId: number, input: EvaluationInput) =>
      explainAll(projectId, input, flagsOf(input) ?? chosen(projectId, input.flag_keys)),
    idsOf,
    personOf,
  };
}

/** What flags are for somebody and why. */
export function evaluationEndpoints({ log, queries, clock, ...parts }: Parts): Endpoint[] {
  const { explained, idsOf, personOf } = createEvaluator({ clock, ...parts });
  return [
    endpoint(
      `POST ${root}evaluate/`,
      {
        summary: 'What flags, or a draft of one, are for a person, and why',
        body: evaluationInput,
        example: { distinct_id: 'ann', draft: { key: 'new-checkout', filters } },
        answer: evaluationAnswer,
      },
      async ({ projectId, body }) => {
        const results = explained(projectId, body);
        await log.flush();
        const flagIds = results.flatMap(({ id }) => id ?? []);
        const last = await queries.lastServed({ projectId, flagIds, distinctIds: idsOf(projectId, body) });
        return {
          person: personOf(projectId, body.distinct_id),
          results: results.map((one) => ({ ...one, served: last[one.id ?? 0] ?? null })),
        };
      },
    ),
    endpoint(
      `POST ${root}reach/`,
      {
        summary: 'How many known persons or groups the conditions of a draft reach',
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
