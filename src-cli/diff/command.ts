import { Argument } from '@commander-js/extra-typings';
import { examples } from '../examples.ts';
import { serverCommand } from '../server.ts';

const about = `Compares what two test runs, or two builds, have sent: how many events of each name, their order for each person, and their properties.

Ids and times differ every time, so their values are masked. Exits with 1 if anything else differs.`;

export const diffCommand = () =>
  serverCommand('diff', 'compare two test runs or builds', about)
    .addArgument(new Argument('<old>', 'a test run, or a build with --builds'))
    .addArgument(new Argument('<new>', 'another'))
    .option('--builds', 'compare builds: values of the property app_version, or builds of test runs')
    .option('--build-property <name>', 'the property that has the build of an event')
    .addHelpText('after', examples(['diff checkout-123 checkout-124', 'diff --builds 1.2.3 1.2.4']))
    .action(async (old, now, options) => (await import('./diff.ts')).diff(old, now, options));
