/** Another item already has the value of `field`. Answered with 400 `unique`. */
export class NotUnique extends Error {
  readonly field: string;

  constructor(field: string, detail: string) {
    super(detail);
    this.field = field;
  }
}
