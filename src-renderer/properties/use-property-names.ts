import { useQuery } from '@tanstack/react-query';
import { useProject } from '../projects/current-project.ts';
import { useTyped } from '../ui/form/use-typed.ts';
import { type PropertyOwner, propertyNamesQuery } from './queries.ts';

/** Returns the counts of the properties whose name contains the typed text, most frequent first. */
export function usePropertyNames(owner: PropertyOwner, search: string): Map<string, number> {
  const found = useQuery(propertyNamesQuery(useProject().id, owner, useTyped(search))).data ?? [];
  return new Map(found.map(({ key, count }) => [key, count]));
}
