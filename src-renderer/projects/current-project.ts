import { createContext, useContext } from 'react';
import type { Project } from '#server/projects/contract.ts';

const STORAGE_KEY = 'benchtop-project';
export const ProjectContext = createContext<Project | null>(null);

/** The project that the whole window is about; its id is in the address (`?project=`). */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (project === null) throw new Error('useProject is only for components inside the shell.');
  return project;
}

/** The one the address names, else the one used last, else the oldest; null when there is none. */
export function chooseProject(projects: Project[], fromAddress: number | undefined): Project | null {
  const last = Number(localStorage.getItem(STORAGE_KEY));
  const byId = (id: number | undefined) => projects.find((project) => project.id === id);
  return byId(fromAddress) ?? byId(last) ?? projects.toSorted((a, b) => a.id - b.id)[0] ?? null;
}

export function rememberProject(id: number): void {
  localStorage.setItem(STORAGE_KEY, String(id));
}
