import type { Writer } from '../../database/writer.ts';
import type { GroupStore } from '../../persons/groups.ts';

type Parts = {
  groups: Pick<GroupStore, 'typeNamesWith' | 'seeTypes'>;
  writer: Pick<Writer, 'runPatiently'>;
  report(error: unknown): void;
};

export type LearnedGroupTypes = ReturnType<typeof createGroupTypes>;

/** Learns the group types that flags name by index from requests for flags: those may come before the first event of a group. */
export function createGroupTypes({ groups, writer, report }: Parts) {
  return {
    /**
     * Returns the name that an unnamed group type gets from a request: new types take the free indexes in order, as for events.
     * Stores them in the background.
     */
    learn(projectId: number, typeIndex: number, types: readonly string[]): string | undefined {
      if (types.length === 0) return undefined;
      const name = groups.typeNamesWith(projectId, types).get(typeIndex);
      if (name !== undefined) void writer.runPatiently(() => groups.seeTypes(projectId, types)).catch(report);
      return name;
    },
  };
}
