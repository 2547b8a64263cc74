/** Another item already has the value of `field`. Answered with 400 `unique`. */
export class NotUnique extends Error {
  readonly field: string;

  constructor(field: string, detail: string) {
    super(detail);
    this.field = field;
  }
}

/** Throws NotUnique if `other`, another `what`, has the value. */
export function requireUnique(other: unknown, what: string, field: string, value: string): void {
  if (other !== undefined) throw new NotUnique(field, `Another ${what} has the ${field} "${value}".`);
}
