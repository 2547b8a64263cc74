import { useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import type { Project } from '#server/projects/contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { useOpenProject } from '../../projects/use-open-project.ts';
import { settingsPages } from '../../settings/words.tsx';
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
  const goTo = useGoTo();
  const { palette: text } = words;
  return [
    goTo('live', words.live, text.liveKeywords, { to: '/live' }),
    goTo('experiments', words.experiments, text.experimentsKeywords, { to: '/experiments' }),
    goTo('missing-code', text.withoutCode, text.withoutCodeKeywords, {
      to: '/experiments',
      search: { tab: 'missing' },
    }),
    goTo('saved-metrics', text.savedMetrics, text.savedMetricsKeywords, {
      to: '/experiments',
      search: { tab: 'metrics' },
    }),
    goTo('flags', words.flags, text.flagsKeywords, { to: '/feature-flags' }),
    goTo('wanted', text.unknownKeys, text.unknownKeysKeywords, { to: '/feature-flags', search: { tab: 'wanted' } }),
    goTo('actions', words.actions, text.actionsKeywords, { to: '/actions' }),
    goTo('test-runs', words.testRuns, text.testRunsKeywords, { to: '/test-runs' }),
    goTo('compare', text.compare, text.compareKeywords, { to: '/test-runs/compare' }),
    goTo('expectations', text.expectations, text.expectationsKeywords, {
      to: '/test-runs',
      search: { tab: 'expectations' },
    }),
    goTo('tracking-plan', words.trackingPlan, text.trackingPlanKeywords, { to: '/tracking-plan' }),
    goTo('violations', text.violations, text.violationsKeywords, {
      to: '/tracking-plan',
      search: { tab: 'violations' },
    }),
    goTo('persons', words.persons, text.personsKeywords, { to: '/persons' }),
    goTo('groups', words.groups, text.groupsKeywords, { to: '/groups' }),
    {
      ...goTo('get-started', words.getStarted, text.getStartedKeywords, { to: '/get-started' }),
      description: words.help,
    },
    { ...goTo('glossary', words.glossary, text.glossaryKeywords, { to: '/glossary' }), description: words.help },
    ...settingsPages.map(({ to, label, keywords }) => ({
      ...goTo(to, label, keywords, { to }),
      description: words.settings,
    })),
  ];
}

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
  const goTo = useGoTo();
  const mayWrite = useRefusal('write') === undefined;
  const mayAdminister = useRefusal('administer') === undefined;
  const { palette: text } = words;
  const creations = [
    goTo('new-experiment', text.newExperiment, text.newExperimentKeywords, { to: '/experiments/new' }),
    goTo('new-flag', text.newFlag, text.newKeywords, { to: '/feature-flags/new' }),
    goTo('new-action', text.newAction, text.newKeywords, { to: '/actions/new' }),
    goTo('start-test-run', text.startTestRun, text.newKeywords, { to: '/test-runs/new' }),
    goTo('new-expectation', text.newExpectation, text.expectationsKeywords, { to: '/test-runs/expectations/new' }),
  ];
  const newProject = goTo('new-project', words.newProject, '', { to: '/settings/projects', search: { new: true } });
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
