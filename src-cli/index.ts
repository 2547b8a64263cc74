import { CommanderError } from '@commander-js/extra-typings';
import { maskKeys } from '#server/core/mask-keys.ts';
import { exitCodes, Failure } from './failure.ts';
import { createProgram } from './program.ts';

/** The command line `benchtop`. An error ends it with one line on stderr and an exit code of `failure.ts`. */
const args = process.argv.slice(2);

// An empty variable, as in a compose file, counts as unset.
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('BENCHTOP_') && value === '') delete process.env[name];
}

try {
  await createProgram().parseAsync(args, { from: 'user' });
} catch (error) {
  process.exitCode = report(error);
}

/** Prints an error without secret keys, and returns the exit code. */
function report(error: unknown): number {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.passed;
  // The help was printed instead of a message.
  if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.couldNotRun;
  const { message, fix, code, exitCode, problems } = failureOf(error);
  const lines = args.includes('--json')
    ? [JSON.stringify({ error: { message, fix, code, ...(problems.length > 0 && { problems }) } })]
    : [
        ...problems.map(
          ({ file, line, column, ...what }) => `${file}:${line}:${column}: ${what.message}\n${what.excerpt}`,
        ),
        `benchtop: ${[message, fix, code === null ? null : `(${code})`].filter((part) => part !== null).join(' ')}`,
      ];
  process.stderr.write(maskKeys(lines.map((line) => `${line}\n`).join('')));
  return exitCode;
}

function failureOf(error: unknown): Omit<Failure, 'name'> {
  if (error instanceof Failure) return error;
  if (error instanceof CommanderError) {
    return new Failure(sentenceOf(error.message), { fix: 'See --help.' });
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Failure(message, { exitCode: exitCodes.failed });
}

/** Makes a sentence of an error of Commander, which begins with "error: " and ends with a suggestion on its own line. */
function sentenceOf(message: string): string {
  const text = message.replace(/^error: ./, (start) => start.slice(-1).toUpperCase());
  return text.includes('\n') ? text.replace(/\n\((.*)\)$/, '. $1') : `${text.replace(/\.$/, '')}.`;
}
