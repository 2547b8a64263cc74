import { Router } from 'express';
import { maxDecideIds } from '../../core/limits.ts';
import type { Clock } from '../../core/time.ts';
import type { Reader, Reads } from '../../database/reader.ts';
import { resource } from '../../http/methods.ts';
import { parse } from '../../http/parse.ts';
import { nameOf } from '../../persons/list.ts';
import { projectOf } from '../../projects/authenticate.ts';
import type { DecideLog } from '../sdk/decide-log.ts';
import type { ReachArgs, readReach } from '../usage/reach.ts';
import type { LastServedArgs, readLastServed } from '../usage/served.ts';
import { validateFlagFilters } from '../validate.ts';
import type { CompiledFlags } from './compiled.ts';
import { type CompiledFlag, compileFlag } from './evaluate.ts';
import { type EvaluationInput, evaluationInput, reachInput } from './evaluation-contract.ts';
import { explain } from './explain.ts';
import { type SubjectParts, subjectOf } from './subject.ts';

interface EvaluationReads extends Reads {
  lastServed(args: LastServedArgs): ReturnType<typeof readLastServed>;
  reach(args: ReachArgs): ReturnType<typeof readReach>;
}

type Parts = {
  compiled: CompiledFlags;
  subjects: SubjectParts;
  log: Pick<DecideLog, 'flush'>;
  reader: Pick<Reader<EvaluationReads>, 'read'>;
  clock: Clock;
};

const root = '/projects/:project_id/feature_flags/';

/** What flags are for somebody and why, relative to `/api`; stands before `flagRoutes`, whose paths with an id take all names. */
export function evaluationRoutes({ compiled, subjects, log, reader, clock }: Parts): Router {
  const router = Router();

  resource(router, `${root}evaluate/`, {
    async post(request, response) {
      const projectId = projectOf(response);
      const input = parse(evaluationInput, request.body);
      const flags = flagsOf(input);
      const explained = explainAll(projectId, input, flags ?? chosen(projectId, input.flag_keys));
      await log.flush();
      const flagIds = explained.flatMap(({ id }) => id ?? []);
      const last = await reader.read('lastServed', { projectId, flagIds, distinctIds: idsOf(projectId, input) });
      response.json({
        person: personOf(projectId, input.distinct_id),
        results: explained.map((one) => ({ ...one, served: last[one.id ?? 0] ?? null })),
      });
    },
  });

  resource(router, `${root}reach/`, {
    async post(request, response) {
      const { key, filters } = parse(reachInput, request.body);
      validateFlagFilters(filters, clock.now);
      response.json(await reader.read('reach', { projectId: projectOf(response), key, filters, now: clock.now() }));
    },
  });

  /** The draft, where one was sent. */
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
      return explain(flag, subject, (key) => key === implied || Object.hasOwn(sent ?? {}, key));
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

  return router;
}
