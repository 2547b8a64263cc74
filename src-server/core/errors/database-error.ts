/** A failure of the database itself (locked, full, I/O, corrupt), not of a constraint. */
export type DatabaseError = Error & { code: string };

export function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|NOMEM)/.test(error.code)
  );
}

/** Reports whether a file is damaged, or no database: a retry fails too. */
export const isDamage = (error: DatabaseError): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);

/** Reports whether another program holds the lock: a retry may succeed. */
export const isLocked = (error: DatabaseError): boolean => /^SQLITE_(BUSY|LOCKED)/.test(error.code);
