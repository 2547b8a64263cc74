import type { Writer } from '../../database/writer.ts';
import type { GroupStore } from '../../persons/groups.ts';

type Parts = {
  groups: Pick<GroupStore, 'seeTypes'>;
  writer: Pick<Writer, 'runPatiently'>;
  report(error: unknown): void;
};

export type LearnedGroupTypes = ReturnType<typeof createGroupTypes>;

/** Learns the group types that flags name by index from requests for flags: those may come before the first event of a group. */
export function createGroupTypes({ groups, writer, report }: Parts) {
  return {
    /** Stores the types of a request in the background: new ones take the free indexes in order, as for events. */
    learn(projectId: number, types: readonly string[]): void {
      void writer.runPatiently(() => groups.seeTypes(projectId, types)).catch(report);
    },
  };
}
