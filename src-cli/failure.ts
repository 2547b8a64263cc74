/** The exit codes of every command: `failed` when a check fails, `couldNotRun` when it could not do its work. */
export const exitCodes = { passed: 0, failed: 1, couldNotRun: 2 } as const;

/** The place of an error in a file, from 1. `excerpt`: the line with a mark below the column. */
export type FileProblem = { file: string; line: number; column: number; message: string; excerpt: string };

type Details = {
  fix?: string | undefined;
  code?: string | undefined;
  exitCode?: number;
  problems?: FileProblem[];
  cause?: unknown;
};

/** An error for people, on stderr. `fix`: what to do. `code`: of the server's error. */
export class Failure extends Error {
  override name = 'Failure';
  readonly fix: string | null;
  readonly code: string | null;
  readonly exitCode: number;
  readonly problems: FileProblem[];

  constructor(message: string, { fix, code, exitCode = exitCodes.couldNotRun, problems = [], cause }: Details = {}) {
    super(message, { cause });
    this.fix = fix ?? null;
    this.code = code ?? null;
    this.exitCode = exitCode;
    this.problems = problems;
  }
}
