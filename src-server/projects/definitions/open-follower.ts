import type { DefinitionsSettings } from './definitions-settings.ts';
import type { Follower } from './follower.ts';

type Parts = Omit<Parameters<typeof Follower.open>[0], 'settings'> & { settings: DefinitionsSettings | undefined };

/** Opens the follower; loads its code only if there is a source. */
export async function openFollower({ settings, ...parts }: Parts): Promise<Follower | null> {
  if (settings === undefined) return null;
  const { Follower } = await import('./follower.ts');
  return Follower.open({ ...parts, settings });
}
