import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { foundActionsQuery } from '../../actions/queries.ts';
import { foundExperimentsQuery } from '../../experiments/queries.ts';
import { experimentStatusWords } from '../../experiments/words.ts';
import { foundFlagsQuery } from '../../flags/queries.ts';
import { moreIds } from '../../persons/distinct-ids.tsx';
import { foundPersonsQuery } from '../../persons/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { foundTestRunsQuery } from '../../test-runs/queries.ts';
import { useTyped } from '../../ui/form/use-typed.ts';
import { words } from '../words.tsx';
import { paletteWords } from './palette-words.ts';
import type { PaletteEntry, PaletteGroup } from './rank.ts';

/** Returns what the server finds for the words; `isPending` until an answer for exactly these is there. */
export function useFound(query: string): { groups: PaletteGroup[]; isPending: boolean } {
  const search = query.trim();
  const project = useProject();
  const navigate = useNavigate();
  const settled = useTyped(query);
  const enabled = settled !== '' && search !== '';
  const experiments = useQuery({ ...foundExperimentsQuery(project.id, settled), enabled });
  const flags = useQuery({ ...foundFlagsQuery(project.id, settled), enabled });
  const actions = useQuery({ ...foundActionsQuery(project.id, settled), enabled });
  const testRuns = useQuery({ ...foundTestRunsQuery(project.id, settled), enabled });
  const persons = useQuery({ ...foundPersonsQuery(project.id, settled), enabled });
  if (search === '') return { groups: [], isPending: false };
  const isPending = settled !== search || [experiments, flags, actions, testRuns, persons].some(isComing);
  function group<Row>(name: string, found: UseQueryResult<Row[]>, entryOf: (row: Row) => PaletteEntry): PaletteGroup {
    const isFound = settled === search && !found.isPlaceholderData;
    return { name, isFound, entries: enabled ? (found.data ?? []).map(entryOf) : [] };
  }
  return {
    isPending,
    groups: [
      group(words.experiments, experiments, ({ id, name, feature_flag_key: key, status, archived }) => ({
        id: `experiment-${id}`,
        label: name,
        description: inShort(key, experimentStatusWords[status], archived ? paletteWords.archived : ''),
        run: () => void navigate({ to: '/experiments/$experimentId', params: { experimentId: id } }),
      })),
      group(words.flags, flags, ({ id, key, name, active }) => ({
        id: `flag-${id}`,
        label: key,
        description: inShort(name, active ? paletteWords.on : paletteWords.off),
        run: () => void navigate({ to: '/feature-flags/$flagId', params: { flagId: id } }),
      })),
      group(words.actions, actions, ({ id, name, description, tags }) => ({
        id: `action-${id}`,
        label: name,
        description: inShort(description, tags.join(', ')),
        run: () => void navigate({ to: '/actions/$actionId', params: { actionId: id } }),
      })),
      group(words.testRuns, testRuns, ({ name, label, build }) => ({
        id: `test-run-${name}`,
        label: name,
        description: inShort(label, build),
        run: () => void navigate({ to: '/test-runs/run/$name', params: { name } }),
      })),
      group(words.persons, persons, (person) => ({
        id: `person-${person.id}`,
        label: person.name,
        description: `${person.distinct_ids[0] ?? ''}${moreIds(person)}`,
        run: () => void navigate({ to: '/persons/$personId', params: { personId: person.id } }),
      })),
    ],
  };
}

/** Returns whether to wait for a search; not for one that failed once: the server may be away. */
const isComing = ({ isPending, isPlaceholderData, isError, failureCount }: UseQueryResult<unknown>) =>
  (isPending || isPlaceholderData) && !isError && failureCount === 0;

const inShort = (...parts: string[]) => parts.filter(Boolean).join(' · ');
