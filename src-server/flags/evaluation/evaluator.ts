import type { Clock } from '../../core/clock.ts';
import type { JsonObject } from '../../core/contract.ts';
import { maxDecideIds } from '../../core/limits-contract.ts';
import { personNameOf } from '../../persons/list.ts';
import type { FlagQueries } from '../queries.ts';
import type { DecideLog } from '../sdk/decide-log.ts';
import { validateFlagFilters } from '../validate.ts';
import type { CompiledFlags } from './compiled.ts';
import { type CompiledFlag, compileFlag, impliedProperty, unsavedFlag } from './evaluate.ts';
import type { Evaluation, EvaluationInput } from './evaluation-contract.ts';
import { explainFlag } from './explain.ts';
import { type SubjectParts, subjectOf } from './subject.ts';

type Parts = {
  compiled: CompiledFlags;
  subjects: SubjectParts;
  log: Pick<DecideLog, 'flush'>;
  queries: FlagQueries;
  clock: Clock;
};

/** `unset`: stored properties of the person that count as missing. */
type Asked = EvaluationInput & { unset?: readonly string[] };

export type Evaluator = ReturnType<typeof createEvaluator>;

/** Evaluates flags or a draft for a person, with explanations. */
export function createEvaluator({ compiled, subjects: stored, log, queries, clock }: Parts) {
  // A place for a group type is kept for good, so only a request of an app may take one.
  const subjects: SubjectParts = { ...stored, learnGroupTypes: () => undefined };

  function flagsOf({ draft }: EvaluationInput): CompiledFlag[] | undefined {
    if (draft === undefined) return undefined;
    validateFlagFilters(draft.filters, clock.now, ['draft']);
    return [compileFlag({ ...unsavedFlag, ...draft, id: draft.id ?? 0 }, clock.now)];
  }

  function chosen(projectId: number, keys: string[] | undefined): CompiledFlag[] {
    const { flags, byKey } = compiled.of(projectId);
    return keys === undefined ? flags : keys.flatMap((key) => byKey.get(key) ?? []);
  }

  function explain(projectId: number, input: Asked) {
    const { distinct_id: distinctId, groups, unset = [] } = input;
    const given = { personProperties: input.person_properties, groupProperties: input.group_properties };
    const parts = unset.length === 0 ? subjects : withoutProperties(subjects, unset);
    const subject = subjectOf(parts, projectId, { distinctId, groups, ...given }, compiled.of(projectId));
    const typeNames = subjects.groups.typeNamesWith(projectId, Object.keys(groups));
    return (flagsOf(input) ?? chosen(projectId, input.flag_keys)).map((flag) => {
      const type = flag.filters.aggregation_group_type_index;
      const sent = type === null ? input.person_properties : input.group_properties[typeNames.get(type) ?? ''];
      const implied = impliedProperty(flag.filters);
      return explainFlag(flag, subject, (key) => key === implied || Object.hasOwn(sent ?? {}, key));
    });
  }

  const idsOf = (projectId: number, { distinct_id: distinctId }: EvaluationInput) => [
    ...new Set([...subjects.persons.idsOf(projectId, distinctId, maxDecideIds), distinctId]),
  ];

  return {
    async evaluate(projectId: number, input: Asked): Promise<Evaluation[]> {
      const results = explain(projectId, input);
      await log.flush();
      const flagIds = results.flatMap(({ id }) => id ?? []);
      const last = await queries.lastServed({ projectId, flagIds, distinctIds: idsOf(projectId, input) });
      return results.map((one) => ({ ...one, served: last[one.id ?? 0] ?? null }));
    },
    personOf(projectId: number, distinctId: string): { id: number; name: string } | null {
      const id = subjects.persons.idOf(projectId, distinctId);
      const properties = subjects.persons.properties(projectId, distinctId);
      return id === undefined || properties === undefined ? null : { id, name: personNameOf(properties) ?? distinctId };
    },
    propertiesOf: (projectId: number, distinctId: string): JsonObject =>
      subjects.persons.properties(projectId, distinctId) ?? {},
    /** Reports whether a stored flag could not be compiled and has no value. */
    hasErrors: (projectId: number) => compiled.of(projectId).hasErrors,
  };
}

function withoutProperties({ persons, ...parts }: SubjectParts, unset: readonly string[]): SubjectParts {
  const isKept = ([key]: [string, unknown]) => !unset.includes(key);
  return {
    ...parts,
    persons: {
      idOf: (...of) => persons.idOf(...of),
      idsOf: (...of) => persons.idsOf(...of),
      properties: (...of) => Object.fromEntries(Object.entries(persons.properties(...of) ?? {}).filter(isKept)),
    },
  };
}
