import { useMantineColorScheme } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import type { Project } from '#server/projects/contract.ts';
import { foundActionsQuery } from '../actions/queries.ts';
import { useRefusal } from '../api/permissions.ts';
import { foundExperimentsQuery } from '../experiments/queries.ts';
import { statusWords } from '../experiments/words.ts';
import { foundFlagsQuery } from '../flags/queries.ts';
import { foundPersonsQuery } from '../persons/queries.ts';
import { useProject } from '../projects/current-project.ts';
import { useOpenProject } from '../projects/use-open-project.ts';
import { settingsPages } from '../settings/settings-pages.ts';
import { Icon } from '../ui/icon.tsx';
import { uiWords } from '../ui/words.ts';
import classes from './command-palette.module.css';
import { words } from './words.tsx';

const classNames = {
  content: classes.content,
  header: classes.header,
  search: classes.search,
  action: classes.action,
  actionBody: classes.body,
};

/** Opens with Ctrl or Cmd + K: pages, projects, search results of the server, and commands. */
export function CommandPalette({ projects, address }: { projects: Project[]; address: string | undefined }) {
  const [query, setQuery] = useState('');
  const experiments = useExperimentActions(query.trim());
  const flags = useFlagActions(query.trim());
  const actions = useActionActions(query.trim());
  const persons = usePersonActions(query.trim());
  const alreadyFound = [
    ...(experiments.areCurrent ? [words.experiments] : []),
    ...(flags.areCurrent ? [words.flags] : []),
    ...(actions.areCurrent ? [words.actions] : []),
    ...(persons.areCurrent ? [words.persons] : []),
  ];
  const groups: SpotlightActionGroupData[] = [
    { group: words.pages, actions: usePageActions() },
    { group: words.experiments, actions: experiments.actions },
    { group: words.flags, actions: flags.actions },
    { group: words.actions, actions: actions.actions },
    { group: words.persons, actions: persons.actions },
    { group: words.projects, actions: useProjectActions(projects) },
    { group: words.palette.commands, actions: useCommands(address) },
  ];
  return (
    <Spotlight
      actions={groups.filter((group) => group.actions.length > 0)}
      query={query}
      onQueryChange={setQuery}
      filter={(text, actions) => keepMatching(text, actions as SpotlightActionGroupData[], alreadyFound)}
      shortcut="mod + K"
      tagsToIgnore={[]}
      scrollable
      maxHeight={420}
      centered={false}
      yOffset="12dvh"
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      nothingFound={words.palette.nothingFound}
      title={words.palette.title}
      classNames={classNames}
      searchProps={{
        placeholder: words.palette.hint,
        'aria-label': words.palette.hint,
        onKeyDown: openFirst,
        leftSection: <Icon of={IconSearch} size={16} />,
      }}
    />
  );
}

/** Enter opens the best hit; Mantine's own answers only once an arrow key has chosen one. */
function openFirst(event: KeyboardEvent<HTMLInputElement>): void {
  const dialog = event.currentTarget.closest('[role="dialog"]');
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || dialog?.querySelector('[data-selected]')) return;
  dialog?.querySelector<HTMLElement>('[data-action]')?.click();
}

/** What is in the groups `alreadyFound` was found by the server, in properties too: its labels need not contain the words. */
function keepMatching(
  text: string,
  groups: SpotlightActionGroupData[],
  alreadyFound: string[],
): SpotlightActionGroupData[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  const matches = (action: SpotlightActionData) => {
    const says = [action.label, action.description, ...[action.keywords ?? []].flat()].join(' ').toLowerCase();
    return words.every((word) => says.includes(word));
  };
  return groups
    .map(({ group, actions }) => ({ group, actions: alreadyFound.includes(group) ? actions : actions.filter(matches) }))
    .filter(({ actions }) => actions.length > 0);
}

function usePageActions(): SpotlightActionData[] {
  const navigate = useNavigate();
  return [
    { id: 'live', label: words.live, keywords: 'events inspector', onClick: () => void navigate({ to: '/live' }) },
    {
      id: 'experiments',
      label: words.experiments,
      keywords: words.palette.experimentsKeywords,
      onClick: () => void navigate({ to: '/experiments' }),
    },
    {
      id: 'missing-code',
      label: words.palette.withoutCode,
      keywords: words.palette.withoutCodeKeywords,
      onClick: () => void navigate({ to: '/experiments', search: { tab: 'missing' } }),
    },
    {
      id: 'flags',
      label: words.flags,
      keywords: 'feature toggles',
      onClick: () => void navigate({ to: '/feature-flags' }),
    },
    {
      id: 'wanted',
      label: words.palette.unknownKeys,
      keywords: words.palette.unknownKeysKeywords,
      onClick: () => void navigate({ to: '/feature-flags', search: { tab: 'wanted' } }),
    },
    {
      id: 'actions',
      label: words.actions,
      keywords: words.palette.actionsKeywords,
      onClick: () => void navigate({ to: '/actions' }),
    },
    { id: 'persons', label: words.persons, keywords: 'users people', onClick: () => void navigate({ to: '/persons' }) },
    { id: 'groups', label: words.groups, keywords: 'companies', onClick: () => void navigate({ to: '/groups' }) },
    ...settingsPages.map(({ to, label, keywords }) => ({
      id: to,
      label,
      description: words.settings,
      keywords,
      onClick: () => void navigate({ to }),
    })),
  ];
}

/** `areCurrent`: found for this search; until then, results of the previous search that match it are shown. */
type Found = { actions: SpotlightActionData[]; areCurrent: boolean };

function usePersonActions(search: string): Found {
  const project = useProject();
  const navigate = useNavigate();
  const { settled, enabled } = useSettled(search);
  const { data = [], isPlaceholderData } = useQuery({ ...foundPersonsQuery(project.id, settled), enabled });
  if (!enabled) return { actions: [], areCurrent: true };
  const actions = data.map((person) => ({
    id: `person-${person.id}`,
    label: person.name,
    description: idsInShort(person.distinct_ids),
    onClick: () => void navigate({ to: '/persons/$personId', params: { personId: person.id } }),
  }));
  return { actions, areCurrent: settled === search && !isPlaceholderData };
}

function useExperimentActions(search: string): Found {
  const project = useProject();
  const navigate = useNavigate();
  const { settled, enabled } = useSettled(search);
  const { data = [], isPlaceholderData } = useQuery({ ...foundExperimentsQuery(project.id, settled), enabled });
  if (!enabled) return { actions: [], areCurrent: true };
  const actions = data.map(({ id, name, feature_flag_key: key, status, archived }) => ({
    id: `experiment-${id}`,
    label: name,
    description: [key, statusWords[status], archived ? words.palette.archived : ''].filter(Boolean).join(' · '),
    onClick: () => void navigate({ to: '/experiments/$experimentId', params: { experimentId: id } }),
  }));
  return { actions, areCurrent: settled === search && !isPlaceholderData };
}

function useFlagActions(search: string): Found {
  const project = useProject();
  const navigate = useNavigate();
  const { settled, enabled } = useSettled(search);
  const { data = [], isPlaceholderData } = useQuery({ ...foundFlagsQuery(project.id, settled), enabled });
  if (!enabled) return { actions: [], areCurrent: true };
  const actions = data.map(({ id, key, name, active }) => ({
    id: `flag-${id}`,
    label: key,
    description: [name, active ? words.palette.on : words.palette.off].filter(Boolean).join(' · '),
    onClick: () => void navigate({ to: '/feature-flags/$flagId', params: { flagId: id } }),
  }));
  return { actions, areCurrent: settled === search && !isPlaceholderData };
}

function useActionActions(search: string): Found {
  const project = useProject();
  const navigate = useNavigate();
  const { settled, enabled } = useSettled(search);
  const { data = [], isPlaceholderData } = useQuery({ ...foundActionsQuery(project.id, settled), enabled });
  if (!enabled) return { actions: [], areCurrent: true };
  const actions = data.map(({ id, name, description, tags }) => ({
    id: `action-${id}`,
    label: name,
    description: [description, tags.join(', ')].filter(Boolean).join(' · '),
    onClick: () => void navigate({ to: '/actions/$actionId', params: { actionId: id } }),
  }));
  return { actions, areCurrent: settled === search && !isPlaceholderData };
}

/** Debounces the search; disabled while it is empty. */
function useSettled(search: string): { settled: string; enabled: boolean } {
  const [settled] = useDebouncedValue(search, 150);
  return { settled, enabled: settled !== '' && search !== '' };
}

function idsInShort([first = '', ...others]: string[]): string {
  return others.length === 0 ? first : words.palette.moreIds(first, others.length);
}

function useProjectActions(projects: Project[]): SpotlightActionData[] {
  const current = useProject();
  const open = useOpenProject();
  return projects
    .filter((project) => project.id !== current.id)
    .map((project) => ({
      id: `project-${project.id}`,
      label: project.name,
      description: words.palette.switchProject,
      onClick: () => open(project.id),
    }));
}

function useCommands(address: string | undefined): SpotlightActionData[] {
  const project = useProject();
  const navigate = useNavigate();
  const { setColorScheme } = useMantineColorScheme();
  const mayWrite = useRefusal('write') === undefined;
  const mayAdminister = useRefusal('administer') === undefined;
  const commands: SpotlightActionData[] = [
    { id: 'light', label: words.palette.light, onClick: () => setColorScheme('light') },
    { id: 'dark', label: words.palette.dark, onClick: () => setColorScheme('dark') },
    { id: 'auto', label: words.palette.system, onClick: () => setColorScheme('auto') },
  ];
  const creations: SpotlightActionData[] = [
    {
      id: 'new-experiment',
      label: words.palette.newExperiment,
      keywords: 'create a/b test',
      onClick: () => void navigate({ to: '/experiments/new' }),
    },
    {
      id: 'new-flag',
      label: words.palette.newFlag,
      keywords: 'create',
      onClick: () => void navigate({ to: '/feature-flags/new' }),
    },
    {
      id: 'new-action',
      label: words.palette.newAction,
      keywords: 'create',
      onClick: () => void navigate({ to: '/actions/new' }),
    },
  ];
  if (mayWrite) commands.push(...creations);
  if (mayAdminister) {
    const search = { new: true };
    const onClick = () => void navigate({ to: '/settings/projects', search });
    commands.push({ id: 'new-project', label: words.newProject, onClick });
  }
  if (project.api_key !== null) commands.unshift(copyCommand(words.palette.copyKey, project.api_key));
  if (address !== undefined) commands.unshift(copyCommand(words.palette.copyAddress, address));
  return commands;
}

function copyCommand(label: string, value: string): SpotlightActionData {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notifications.show({ message: words.palette.copied(value) });
    } catch {
      notifications.show({ color: 'red', title: uiWords.copyFailed, message: value });
    }
  };
  return { id: label, label, description: value, onClick: () => void copy() };
}
