import { Argument, Command, Option } from '@commander-js/extra-typings';
import { examples } from '../examples.ts';
import { Failure } from '../failure.ts';
import { serverCommand } from '../server.ts';

export const flagsCommand = () =>
  new Command('flags')
    .summary('show and override feature flags')
    .description('Shows feature flags and what a person gets, and overrides a flag for a test.')
    .addCommand(get())
    .addCommand(override());

const aboutGet = `Shows the flags, or one. With --distinct-id it shows what this person gets, and why.

The evaluation is not counted as one of an app.`;

const get = () =>
  serverCommand('get', 'show flags, or what a person gets', aboutGet)
    .addArgument(new Argument('[key]', 'one flag (default: all)'))
    .option('--distinct-id <id>', 'evaluate for this person')
    .addOption(pairs('--property <key=value>', 'a person property, as an app would send it; repeatable'))
    .addOption(pairs('--group <type=key>', 'a group of the person; repeatable'))
    .addHelpText(
      'after',
      examples([
        'flags get',
        ['flags get new-checkout --distinct-id ann --property plan=pro', 'What would Ann get with another plan?'],
        ['flags get new-checkout --distinct-id ann --json | jq -r .value', 'In a script'],
      ]),
    )
    .action(async (key, options) => (await import('./flags.ts')).getFlags(key, options));

const aboutOverride =
  'Serves one value of a flag to a person, or to everyone, regardless of its conditions, until it is cleared.';

const override = () =>
  serverCommand('override', 'serve one value to a person, or to everyone', aboutOverride)
    .addArgument(new Argument('<key>', 'the flag'))
    .addArgument(new Argument('[value]', 'true, false or the key of a variant'))
    .option('--distinct-id <id>', 'only for this person (default: everyone)')
    .option('--clear', 'clear the override instead; without --distinct-id all of the flag')
    .addHelpText(
      'after',
      examples([
        'flags override new-checkout true --distinct-id ann',
        'flags override new-checkout control',
        'flags override new-checkout --clear',
      ]),
    )
    .action(async (key, value, options) => {
      if ((value === undefined) === (options.clear === undefined)) {
        throw new Failure('Give either a value, such as true, false or the key of a variant, or --clear.');
      }
      const commands = await import('./flags.ts');
      return value === undefined ? commands.clearOverrides(key, options) : commands.setOverride(key, value, options);
    });

const pairs = <Flags extends string>(flags: Flags, what: string) =>
  new Option(flags, what).argParser((text: string, before: Record<string, string> = {}) => {
    const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (key !== undefined && value !== undefined) return { ...before, [key]: value };
    throw new Failure(`Invalid ${flags.split(' ')[0]} "${text}": use a name and a value, such as plan=pro.`);
  });
