/**
 * A caller of the management API. `projectId`: the only project it can access; null for all. `sessionId` is null for a personal
 * key, `personalKeyId` for a session opened with a link.
 */
export type Caller = {
  userId: number;
  projectId: number | null;
  access: 'read' | 'write';
  sessionId: string | null;
  personalKeyId: number | null;
};

export type Author = { projectId: number; userId: number };
