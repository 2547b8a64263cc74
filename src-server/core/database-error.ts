/** A failure of the database itself (locked, full, I/O, corrupt), as opposed to a rule it enforces. */
export type DatabaseError = Error & { code: string };

export function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|PROTOCOL|NOMEM)/.test(error.code)
  );
}

/** Whether another program holds the database: the same write may work in a moment. */
export const isLocked = (error: DatabaseError): boolean => /^SQLITE_(BUSY|LOCKED)/.test(error.code);
