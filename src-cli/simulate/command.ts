import { defaultScenario } from '../../src-renderer/simulation/default-scenario.ts';
import { examples } from '../examples.ts';
import { requireAlone } from '../require-alone.ts';
import { type ServerOptions, serverCommand } from '../server.ts';
import { idOf, numberOf } from '../values.ts';
import { addBaseline, addEffect, addSecondaryEffect, optionsOf, type SimulateOptions } from './options.ts';

const about =
  'Sends simulated people with a chosen true effect through /decide/ and /batch/ of a running server. Prints the results, and checks that the server counted everything sent. They get their own project, with a copy of the experiment that began --days ago.';

const run = async (options: SimulateOptions, server: ServerOptions) =>
  (await import('./simulate.ts')).simulateUsers(options, server);

const shownExamples = examples([
  'simulate --users 2000 --effect test=+10 --seed 7',
  ['simulate --experiment 3 --aa', 'Does an experiment find an effect where there is none?'],
  'simulate --remove 2',
]);

const besideRemove = ['--url', '--key', '--data-dir', '--json', '--allow-remote'];

/** Creates the command. `simulates`: called with its options. */
export const simulateCommand = (simulates: typeof run = run) =>
  serverCommand('simulate', 'send simulated people for an experiment', about)
    .option('--experiment <id>', 'the experiment to copy; without it, an example is created', idOf('--experiment'))
    .option('--users <number>', 'how many people', numberOf('--users'), defaultScenario.users)
    .option(
      '--baseline <number>',
      "control: percent of the people that come to a funnel's last step (default: 20), or a trend's events per person (default: 1) or sum per person (default: 20)",
      numberOf('--baseline'),
    )
    .option(
      '--effect <key=+n>',
      `true effect on a variant, in percent of the baseline; repeatable (default: +${defaultScenario.effect} on each)`,
      addEffect,
    )
    .option(
      '--dispersion <number>',
      "of a trend: variance / mean of a person's events; 1 is independent events",
      numberOf('--dispersion'),
      1,
    )
    .option('--heavy-tail', 'of a trend: a few people do up to 100 times as much as the mean')
    .option(
      '--secondary-baseline <n=number>',
      "control's value of the n-th secondary metric, from 1; repeatable",
      addBaseline,
    )
    .option(
      '--secondary-effect <n:key=+n>',
      'true effect on a variant in the n-th secondary metric, guardrails included (default: none); a metric with the events of an earlier one follows from it',
      addSecondaryEffect,
    )
    .option('--aa', 'no effect on any variant: any difference is chance')
    .option('--seed <number>', 'same seed, same people, same outcomes', numberOf('--seed'), defaultScenario.seed)
    .option('--days <number>', 'days since the first person arrived', numberOf('--days'), defaultScenario.days)
    .option('--in-place', 'sends them to --experiment itself, among its real people; it must be launched')
    .option('--remove <project>', 'removes a project that a simulation created', idOf('--remove'))
    .option('--allow-remote', 'required when --url is another machine')
    .addHelpText('after', shownExamples)
    .action((flags, command) => {
      if (flags.remove !== undefined) requireAlone(command, '--remove', besideRemove);
      return simulates(optionsOf(flags), flags);
    });
