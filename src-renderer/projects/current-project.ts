import { createContext, useContext } from 'react';
import type { Project } from '#server/projects/contract.ts';

const STORAGE_KEY = 'benchtop-project';
export const ProjectContext = createContext<Project | null>(null);

/** Returns the project of the window; its id is in the URL (`?project=`). */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (project === null) throw new Error('useProject is only for components inside the shell.');
  return project;
}

/** Returns the project that the URL names, else the one used last, else the oldest; null without any. */
export function chooseProject(projects: Project[], fromAddress: number | undefined): Project | null {
  const last = Number(localStorage.getItem(STORAGE_KEY));
  const byId = (id: number | undefined) => projects.find((project) => project.id === id);
  return byId(fromAddress) ?? byId(last) ?? projects.toSorted((a, b) => a.id - b.id)[0] ?? null;
}

export function rememberProject(id: number): void {
  localStorage.setItem(STORAGE_KEY, String(id));
}
