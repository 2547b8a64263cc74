import { useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { Project } from '#server/projects/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { useOpenProject } from '../../projects/use-open-project.ts';
import { settingsPages } from '../../settings/settings-pages.ts';
import { uiWords } from '../../ui/words.ts';
import { words } from '../words.tsx';
import type { PaletteEntry, PaletteGroup } from './rank.ts';

/** What the palette has without asking the server: pages, other projects and commands. */
export function useCommands(projects: Project[], address: string | undefined): PaletteGroup[] {
  return [
    { name: words.pages, isFound: false, entries: usePages() },
    { name: words.projects, isFound: false, entries: useProjects(projects) },
    { name: words.palette.commands, isFound: false, entries: useActs(address) },
  ];
}

function usePages(): PaletteEntry[] {
  const navigate = useNavigate();
  const { palette: text } = words;
  return [
    { id: 'live', label: words.live, keywords: text.liveKeywords, run: () => void navigate({ to: '/live' }) },
    ...useExperimentPages(),
    {
      id: 'flags',
      label: words.flags,
      keywords: text.flagsKeywords,
      run: () => void navigate({ to: '/feature-flags' }),
    },
    {
      id: 'wanted',
      label: text.unknownKeys,
      keywords: text.unknownKeysKeywords,
      run: () => void navigate({ to: '/feature-flags', search: { tab: 'wanted' } }),
    },
    {
      id: 'actions',
      label: words.actions,
      keywords: text.actionsKeywords,
      run: () => void navigate({ to: '/actions' }),
    },
    {
      id: 'persons',
      label: words.persons,
      keywords: text.personsKeywords,
      run: () => void navigate({ to: '/persons' }),
    },
    { id: 'groups', label: words.groups, keywords: text.groupsKeywords, run: () => void navigate({ to: '/groups' }) },
    {
      id: 'get-started',
      label: words.getStarted,
      description: words.help,
      keywords: text.getStartedKeywords,
      run: () => void navigate({ to: '/get-started' }),
    },
    {
      id: 'glossary',
      label: words.glossary,
      description: words.help,
      keywords: text.glossaryKeywords,
      run: () => void navigate({ to: '/glossary' }),
    },
    ...settingsPages.map(({ to, label, keywords }) => ({
      id: to,
      label,
      description: words.settings,
      keywords,
      run: () => void navigate({ to }),
    })),
  ];
}

function useExperimentPages(): PaletteEntry[] {
  const navigate = useNavigate();
  const { palette: text } = words;
  return [
    {
      id: 'experiments',
      label: words.experiments,
      keywords: text.experimentsKeywords,
      run: () => void navigate({ to: '/experiments' }),
    },
    {
      id: 'missing-code',
      label: text.withoutCode,
      keywords: text.withoutCodeKeywords,
      run: () => void navigate({ to: '/experiments', search: { tab: 'missing' } }),
    },
    {
      id: 'saved-metrics',
      label: text.savedMetrics,
      keywords: text.savedMetricsKeywords,
      run: () => void navigate({ to: '/experiments', search: { tab: 'metrics' } }),
    },
  ];
}

function useProjects(projects: Project[]): PaletteEntry[] {
  const current = useProject();
  const open = useOpenProject();
  return projects
    .filter((project) => project.id !== current.id)
    .map((project) => ({
      id: `project-${project.id}`,
      label: project.name,
      description: words.palette.switchProject,
      run: () => open(project.id),
    }));
}

function useActs(address: string | undefined): PaletteEntry[] {
  const project = useProject();
  const creations = useCreations();
  const { setColorScheme } = useMantineColorScheme();
  return [
    ...(address === undefined ? [] : [copyCommand(words.palette.copyAddress, address)]),
    ...(project.api_key === null ? [] : [copyCommand(words.palette.copyKey, project.api_key)]),
    { id: 'light', label: words.palette.light, run: () => setColorScheme('light') },
    { id: 'dark', label: words.palette.dark, run: () => setColorScheme('dark') },
    { id: 'auto', label: words.palette.system, run: () => setColorScheme('auto') },
    ...creations,
  ];
}

function useCreations(): PaletteEntry[] {
  const navigate = useNavigate();
  const mayWrite = useRefusal('write') === undefined;
  const mayAdminister = useRefusal('administer') === undefined;
  const { palette: text } = words;
  const creations: PaletteEntry[] = [
    {
      id: 'new-experiment',
      label: text.newExperiment,
      keywords: text.newExperimentKeywords,
      run: () => void navigate({ to: '/experiments/new' }),
    },
    {
      id: 'new-flag',
      label: text.newFlag,
      keywords: text.newKeywords,
      run: () => void navigate({ to: '/feature-flags/new' }),
    },
    {
      id: 'new-action',
      label: text.newAction,
      keywords: text.newKeywords,
      run: () => void navigate({ to: '/actions/new' }),
    },
  ];
  const newProject: PaletteEntry = {
    id: 'new-project',
    label: words.newProject,
    run: () => void navigate({ to: '/settings/projects', search: { new: true } }),
  };
  return [...(mayWrite ? creations : []), ...(mayAdminister ? [newProject] : [])];
}

function copyCommand(label: string, value: string): PaletteEntry {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notifications.show({ message: words.palette.copied(value) });
    } catch {
      notifications.show({ color: 'red', title: uiWords.copyFailed, message: value });
    }
  };
  return { id: label, label, description: value, run: () => void copy() };
}
