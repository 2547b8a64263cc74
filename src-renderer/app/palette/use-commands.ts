import { useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { helpCommands, newCommands, pageCommands } from '#main/commands.ts';
import type { Project } from '#server/projects/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { useOpenProject } from '../../projects/use-open-project.ts';
import { settingsPages } from '../../settings/words.tsx';
import { uiWords } from '../../ui/words.ts';
import { words } from '../words.tsx';
import { paletteWords } from './palette-words.ts';
import type { PaletteEntry, PaletteGroup } from './rank.ts';
import { usePageLink } from './use-page-link.ts';

/** Returns the palette's entries without the server: pages, other projects and commands. */
export function useCommands(projects: Project[], address: string | undefined): PaletteGroup[] {
  return [
    { name: words.pages, isFound: false, entries: usePages() },
    { name: words.projects, isFound: false, entries: useProjects(projects) },
    { name: paletteWords.commands, isFound: false, entries: useActs(address) },
  ];
}

/** Pages without a menu entry. */
const pages: [id: keyof typeof paletteWords.pages, target: NavigateOptions][] = [
  ['missing-code', { to: '/experiments', search: { tab: 'missing' } }],
  ['saved-metrics', { to: '/experiments', search: { tab: 'metrics' } }],
  ['unknownKeys', { to: '/feature-flags', search: { tab: 'unknown' } }],
  ['compare', { to: '/test-runs/compare' }],
  ['expectations', { to: '/test-runs', search: { tab: 'expectations' } }],
  ['violations', { to: '/tracking-plan', search: { tab: 'violations' } }],
];

function usePages(): PaletteEntry[] {
  const goTo = useGoTo();
  return [
    ...entriesOf(pageCommands, goTo),
    ...pages.map(([id, target]) => goTo(id, paletteWords.pages[id].label, paletteWords.pages[id].keywords, target)),
    ...entriesOf(helpCommands, goTo).map((entry) => ({
      ...entry,
      description: words.help,
      run: () => {
        entry.run();
        if (entry.id === 'check-for-updates') void window.desktop?.updates('check');
      },
    })),
    ...settingsPages.map(({ to, label, keywords }) => ({
      ...goTo(to, label, keywords, { to }),
      description: words.settings,
    })),
  ];
}

type GoTo = ReturnType<typeof useGoTo>;
type Commands = typeof pageCommands | typeof helpCommands | typeof newCommands;

/** Entries of commands that the menus of the desktop app have, too. */
const entriesOf = (commands: Commands, goTo: GoTo) =>
  Object.entries(commands).map(([id, { label, keywords, to }]) => goTo(id, label, keywords, { to }));

/** Returns what makes an entry that opens a page. */
function useGoTo() {
  const navigate = useNavigate();
  return (id: string, label: string, keywords: string, target: NavigateOptions): PaletteEntry => ({
    id,
    label,
    keywords,
    run: () => void navigate(target),
  });
}

function useProjects(projects: Project[]): PaletteEntry[] {
  const current = useProject();
  const open = useOpenProject();
  return projects
    .filter((project) => project.id !== current.id)
    .map((project) => ({
      id: `project-${project.id}`,
      label: project.name,
      description: paletteWords.switchProject,
      run: () => open(project.id),
    }));
}

function useActs(address: string | undefined): PaletteEntry[] {
  const project = useProject();
  const creations = useCreations();
  const link = usePageLink();
  const { setColorScheme } = useMantineColorScheme();
  return [
    ...(address === undefined ? [] : [copyCommand(paletteWords.copyAddress, address)]),
    ...(project.api_key === null ? [] : [copyCommand(paletteWords.copyKey, project.api_key)]),
    ...(link === null ? [] : [{ ...copyCommand(paletteWords.copyLink, link), id: 'copy-link' }]),
    { id: 'light', label: paletteWords.light, run: () => setColorScheme('light') },
    { id: 'dark', label: paletteWords.dark, run: () => setColorScheme('dark') },
    { id: 'auto', label: paletteWords.system, run: () => setColorScheme('auto') },
    ...creations,
  ];
}

function useCreations(): PaletteEntry[] {
  const goTo = useGoTo();
  const mayWrite = useRefusal('write') === undefined;
  const mayAddProject = useRefusal('edit_projects') === undefined;
  const mayEdit = useRefusal('edit_definitions') === undefined;
  const mayCreate = ({ id }: PaletteEntry) => mayEdit || (mayWrite && id === 'start-test-run');
  const creations = entriesOf(newCommands, goTo).filter(mayCreate);
  const newProject = goTo('new-project', words.newProject, '', { to: '/settings/projects', search: { new: true } });
  return [...creations, ...(mayAddProject ? [newProject] : [])];
}

function copyCommand(label: string, value: string): PaletteEntry {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notifications.show({ message: paletteWords.copied(value) });
    } catch {
      notifications.show({ color: 'red', title: uiWords.copyFailed, message: value });
    }
  };
  return { id: label, label, description: value, run: () => void copy() };
}
