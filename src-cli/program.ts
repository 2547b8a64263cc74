import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import packageJson from '../package.json' with { type: 'json' };
import { completeCommand, completionCommand } from './completion/command.ts';
import { diffCommand } from './diff/command.ts';
import { doctorCommand } from './doctor/command.ts';
import { expectCommand } from './expect/command.ts';
import { exitCodes, Failure } from './failure.ts';
import { flagsCommand } from './flags/command.ts';
import { notWritten } from './output/print.ts';
import { recordCommand, replayCommand } from './record/command.ts';
import { serveCommand } from './serve/command.ts';
import { simulateCommand } from './simulate/command.ts';
import { tailCommand } from './tail/command.ts';
import { testRunCommand } from './test-run/command.ts';

const about = `See what apps send to Benchtop, and check it.

Commands find the server of this machine's data folder and need no key for it. --url and --key name another.

They exit with 0 on success, with 1 when a check fails, and with 2 when they could not run.`;

/** Makes the command line with all its commands. Errors are thrown: CommanderError, Failure. */
export function createProgram(): CommandUnknownOpts {
  const program = new Command('benchtop')
    .description(about)
    .version(packageJson.version)
    .exitOverride()
    // The caller words the error.
    .configureOutput({ outputError: () => undefined })
    .hook('preAction', (_, command) => {
      if (command.name() === 'serve') process.stdout.off('error', endWithoutOutput);
      if (command.name() !== 'complete') refuseEmpty(command);
    });
  process.stdout.on('error', endWithoutOutput);
  const ofServer = [
    tailCommand(),
    testRunCommand(),
    expectCommand(),
    recordCommand(),
    replayCommand(),
    diffCommand(),
    flagsCommand(),
    simulateCommand(),
    doctorCommand(),
  ];
  for (const command of [serveCommand(), ...ofServer, completionCommand()]) {
    program.addCommand(withSettings(command, program));
  }
  program.addCommand(withSettings(completeCommand(program), program), { hidden: true });
  return program;
}

/** Ends quietly where a reader of the output such as "head" ended first. A server goes on. */
function endWithoutOutput(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`benchtop: ${notWritten(error)}\n`);
  process.exit(exitCodes.couldNotRun);
}

/** Refuses empty texts, such as those of an unset variable of a script. Throws Failure. */
function refuseEmpty(command: CommandUnknownOpts): void {
  const given = [
    ...command.options.map((option) => [option.long, command.getOptionValue(option.attributeName())] as const),
    ...command.registeredArguments.map(
      (argument, at) => [`The argument "${argument.name()}"`, command.args[at]] as const,
    ),
  ];
  const empty = given.find(([, value]) => value === '' || (Array.isArray(value) && value.includes('')));
  if (empty !== undefined) throw new Failure(`${empty[0]} is empty: give it a value, or leave it out.`);
}

/** Applies the parent's settings for errors and output to a command and its own commands. */
function withSettings(command: CommandUnknownOpts, parent: CommandUnknownOpts): CommandUnknownOpts {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) withSettings(child, command);
  return command;
}
