import { examples } from '../examples.ts';
import { serverCommand } from '../server.ts';
import { durationOf } from '../values.ts';

const about = `Checks Node, the data folder, the server and its port, the key, the project, the database, and what SDKs get. Each finding has its fix.

Nothing is changed or sent to the project. Exits with 1 if a check fails (✗); a warning (!) does not count.`;

export const doctorCommand = () =>
  serverCommand('doctor', 'find out what is wrong with a setup', about)
    .option('--wait <duration>', 'how long the server may take to start (default: 0s)', durationOf('--wait'))
    .addHelpText('after', examples(['doctor', ['doctor --wait 60s', 'In a script that has just started a server']]))
    .action(async (options) => (await import('./doctor.ts')).doctor(options));
