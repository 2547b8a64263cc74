/**
 * Who calls the management API; `projectId` is the only project it opens, null: all. `sessionId` is null for a personal key, and
 * `personalKeyId` for a session that was opened with a link.
 */
export type Caller = {
  userId: number;
  projectId: number | null;
  access: 'read' | 'write';
  sessionId: string | null;
  personalKeyId: number | null;
};

/** Who changes something: in which project, and as which user. */
export type Author = { projectId: number; userId: number };
