/** Another item has the value of `field` already; the client is answered 400 `unique`. */
export class NotUnique extends Error {
  readonly field: string;

  constructor(field: string, detail: string) {
    super(detail);
    this.field = field;
  }
}
