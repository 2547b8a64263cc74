import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { examples } from '../examples.ts';
import { print } from '../output/print.ts';
import { completionScripts, shells } from './scripts.ts';

const about = `Prints a script that completes commands, flags, files, test runs and keys of flags in a shell.

It calls "benchtop", which "npm link" puts on the PATH.`;

export const completionCommand = () =>
  new Command('completion')
    .summary('print a script that completes in a shell')
    .description(about)
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText(
      'after',
      examples([
        ['source <(benchtop completion bash)    # in ~/.bashrc', null],
        ['source <(benchtop completion zsh)     # in ~/.zshrc, after compinit', null],
        ['benchtop completion fish | source     # in ~/.config/fish/config.fish', null],
      ]),
    )
    .action((shell) => print(completionScripts[shell]));

/** Creates the command that the completion scripts call with the typed words; it completes the last one. */
export const completeCommand = (program: CommandUnknownOpts) =>
  new Command('complete').argument('[words...]').action(async (words) => {
    const { completionsOf } = await import('./complete.ts');
    for (const line of await completionsOf(program, words)) print(line);
  });
