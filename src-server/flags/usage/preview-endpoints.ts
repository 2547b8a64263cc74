import type { Clock } from '../../core/clock.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { validationError } from '../../http/error.ts';
import { flagEndpoint, flagExample, flagOf, flagPath } from '../endpoints.ts';
import { flips, flipsInput } from '../evaluation/evaluation-contract.ts';
import type { OverrideStore } from '../override-store.ts';
import type { FlagQueries } from '../queries.ts';
import type { FlagStore } from '../store.ts';
import { validateFlagFilters } from '../validate.ts';
import { valuesOf } from '../values.ts';

type Parts = { flags: FlagStore; overrides: OverrideStore; queries: FlagQueries; clock: Clock };

/** Whom an unsaved change concerns. */
export const previewEndpoints = ({ flags, overrides, queries, clock }: Parts): Endpoint[] => [
  flagEndpoint(
    `POST ${flagPath}preview_change/`,
    {
      summary: 'List the people whose value an unsaved change of a flag would change',
      access: 'write',
      body: flipsInput,
      example: { draft: flagExample },
      answer: flips,
    },
    ({ projectId, params, body: { draft, test_run: testRun, limit } }) => {
      const saved = flagOf(flags, projectId, params.flag_id);
      if (saved.deleted)
        throw validationError('invalid_input', `The flag "${saved.key}" is deleted. Restore it to preview a change.`);
      const changed = { ...saved, ...draft };
      if ([saved, changed].some(({ filters }) => filters.aggregation_group_type_index !== null)) {
        const detail = `The flag "${changed.key}" needs a group, which each request names; persons alone cannot be compared.`;
        throw validationError('invalid_input', detail, 'draft__filters__aggregation_group_type_index');
      }
      validateFlagFilters(changed.filters, clock.now, ['draft']);
      const set = overrides
        .overrides(projectId)
        .filter((override) => override.flag_id === saved.id)
        .map(({ distinct_id: distinctId, value }) => ({ distinctId, value }));
      const values = valuesOf(changed);
      const before = { definition: saved, overrides: set };
      const after = { definition: changed, overrides: set.filter(({ value }) => values.includes(value)) };
      return queries.flips({ projectId, testRun, before, after, limit, now: clock.now() });
    },
  ),
];
