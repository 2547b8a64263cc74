/** Of every command: `failed` when what it was asked to check does not hold, `couldNotRun` when it could not do its work. */
export const exitCodes = { passed: 0, failed: 1, couldNotRun: 2 } as const;

type Details = { fix?: string; code?: string; exitCode?: number; cause?: unknown };

/** What went wrong, for people, on stderr. `fix`: what to do. `code`: of the server's error. */
export class Failure extends Error {
  override name = 'Failure';
  readonly fix: string | null;
  readonly code: string | null;
  readonly exitCode: number;

  constructor(message: string, { fix, code, exitCode = exitCodes.couldNotRun, cause }: Details = {}) {
    super(message, { cause });
    this.fix = fix ?? null;
    this.code = code ?? null;
    this.exitCode = exitCode;
  }
}
