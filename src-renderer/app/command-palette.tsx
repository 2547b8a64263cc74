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
import classes from './command-palette.module.css';

const PERSONS = 'Persons';
const FLAGS = 'Flags';
const ACTIONS = 'Actions';
const EXPERIMENTS = 'Experiments';
const hint = 'Search pages, experiments, flags, actions, persons, projects and commands';

const classNames = {
  content: classes.content,
  header: classes.header,
  search: classes.search,
  action: classes.action,
  actionBody: classes.body,
};

/** Ctrl/Cmd+K from anywhere: pages, projects, what the server finds, and commands. */
export function CommandPalette({ projects, address }: { projects: Project[]; address: string | undefined }) {
  const [query, setQuery] = useState('');
  const experiments = useExperimentActions(query.trim());
  const flags = useFlagActions(query.trim());
  const actions = useActionActions(query.trim());
  const persons = usePersonActions(query.trim());
  const alreadyFound = [
    ...(experiments.areCurrent ? [EXPERIMENTS] : []),
    ...(flags.areCurrent ? [FLAGS] : []),
    ...(actions.areCurrent ? [ACTIONS] : []),
    ...(persons.areCurrent ? [PERSONS] : []),
  ];
  const groups: SpotlightActionGroupData[] = [
    { group: 'Pages', actions: usePageActions() },
    { group: EXPERIMENTS, actions: experiments.actions },
    { group: FLAGS, actions: flags.actions },
    { group: ACTIONS, actions: actions.actions },
    { group: PERSONS, actions: persons.actions },
    { group: 'Projects', actions: useProjectActions(projects) },
    { group: 'Commands', actions: useCommands(address) },
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
      nothingFound="Nothing found"
      title="Search and commands"
      classNames={classNames}
      searchProps={{
        placeholder: hint,
        'aria-label': hint,
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
    { id: 'live', label: 'Live', keywords: 'events inspector', onClick: () => void navigate({ to: '/live' }) },
    {
      id: 'experiments',
      label: 'Experiments',
      keywords: 'a/b tests results',
      onClick: () => void navigate({ to: '/experiments' }),
    },
    {
      id: 'missing-code',
      label: 'Experiments without code',
      keywords: 'missing snippet implementation',
      onClick: () => void navigate({ to: '/experiments', search: { tab: 'missing' } }),
    },
    {
      id: 'flags',
      label: 'Flags',
      keywords: 'feature toggles',
      onClick: () => void navigate({ to: '/feature-flags' }),
    },
    {
      id: 'wanted',
      label: 'Wanted flags',
      keywords: 'missing asked undefined',
      onClick: () => void navigate({ to: '/feature-flags', search: { tab: 'wanted' } }),
    },
    {
      id: 'actions',
      label: 'Actions',
      keywords: 'behaviour matches count',
      onClick: () => void navigate({ to: '/actions' }),
    },
    { id: 'persons', label: 'Persons', keywords: 'users people', onClick: () => void navigate({ to: '/persons' }) },
    { id: 'groups', label: 'Groups', keywords: 'companies', onClick: () => void navigate({ to: '/groups' }) },
    ...settingsPages.map(({ to, label, keywords }) => ({
      id: to,
      label,
      description: 'Settings',
      keywords,
      onClick: () => void navigate({ to }),
    })),
  ];
}

/** `areCurrent`: found for these very words; until then those of the words before stand in, where they fit. */
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
    description: [key, statusWords[status], archived ? 'Archived' : ''].filter(Boolean).join(' · '),
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
    description: [name, active ? 'On' : 'Off'].filter(Boolean).join(' · '),
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

/** What to ask the server for: nothing while nothing is typed, and not at each letter. */
function useSettled(search: string): { settled: string; enabled: boolean } {
  const [settled] = useDebouncedValue(search, 150);
  return { settled, enabled: settled !== '' && search !== '' };
}

function idsInShort([first = '', ...others]: string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function useProjectActions(projects: Project[]): SpotlightActionData[] {
  const current = useProject();
  const open = useOpenProject();
  return projects
    .filter((project) => project.id !== current.id)
    .map((project) => ({
      id: `project-${project.id}`,
      label: project.name,
      description: 'Switch to this project',
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
    { id: 'light', label: 'Use the light theme', onClick: () => setColorScheme('light') },
    { id: 'dark', label: 'Use the dark theme', onClick: () => setColorScheme('dark') },
    { id: 'auto', label: 'Use the theme of the system', onClick: () => setColorScheme('auto') },
  ];
  const creations: SpotlightActionData[] = [
    {
      id: 'new-experiment',
      label: 'New experiment',
      keywords: 'create a/b test',
      onClick: () => void navigate({ to: '/experiments/new' }),
    },
    {
      id: 'new-flag',
      label: 'New flag',
      keywords: 'create',
      onClick: () => void navigate({ to: '/feature-flags/new' }),
    },
    {
      id: 'new-action',
      label: 'New action',
      keywords: 'create',
      onClick: () => void navigate({ to: '/actions/new' }),
    },
  ];
  if (mayWrite) commands.push(...creations);
  if (mayAdminister) {
    const search = { new: true };
    const onClick = () => void navigate({ to: '/settings/projects', search });
    commands.push({ id: 'new-project', label: 'New project', onClick });
  }
  if (project.api_key !== null) commands.unshift(copyCommand('Copy the project key', project.api_key));
  if (address !== undefined) commands.unshift(copyCommand('Copy the server address', address));
  return commands;
}

function copyCommand(label: string, value: string): SpotlightActionData {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notifications.show({ message: `Copied ${value}` });
    } catch {
      notifications.show({ color: 'red', title: 'Copying was not allowed', message: value });
    }
  };
  return { id: label, label, description: value, onClick: () => void copy() };
}
