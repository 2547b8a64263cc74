import { resolve } from 'node:path';
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { SettingsError } from '#server/core/errors/settings-error.ts';
import { defaultPort } from '#server/defaults.ts';
import type { HeadlessSettings } from '#server/headless.ts';
import { isHostName, isLoopback } from '#server/http/guard.ts';
import { dataDirOption } from '../data-dir.ts';
import { examples } from '../examples.ts';
import { exitCodes, Failure } from '../failure.ts';
import { requireAlone } from '../require-alone.ts';
import { wholeNumberOf } from '../values.ts';

const about = [
  'Starts the server without a window, and prints its address once it listens.',
  'BENCHTOP_PROJECT_API_KEY (phc_…) and BENCHTOP_PERSONAL_API_KEY (phx_…) preset keys of the first project.',
  '--definitions-url takes projects, flags, actions and experiments from another Benchtop, with the personal key in BENCHTOP_DEFINITIONS_KEY or BENCHTOP_DEFINITIONS_KEY_FILE; BENCHTOP_PROJECT_API_KEY is ignored then.',
  '--events-url also keeps each event in ClickHouse. BENCHTOP_EVENTS_USER, and BENCHTOP_EVENTS_PASSWORD or BENCHTOP_EVENTS_PASSWORD_FILE, sign in there.',
].join('\n\n');

export const serveCommand = () =>
  new Command('serve')
    .summary('start the server without a window')
    .description(about)
    .addOption(
      new Option('--port <number>', 'port to listen on; 0 takes any free one')
        .env('BENCHTOP_PORT')
        .argParser(readPort)
        .default(defaultPort),
    )
    .addOption(
      new Option('--host <address>', 'address to listen on')
        .env('BENCHTOP_HOST')
        .argParser((text) => text.toLowerCase())
        .default('127.0.0.1'),
    )
    .option('--allow-remote', 'required when --host accepts other machines')
    .addOption(
      new Option('--allow-host <name>', "another name of this server, such as a container's; repeatable")
        .env('BENCHTOP_ALLOW_HOST')
        .argParser(addHosts)
        .default([], 'none'),
    )
    .addOption(dataDirOption())
    .addOption(definitionsUrlOption())
    .addOption(eventsUrlOption())
    .addOption(maxWaitingOption())
    .addOption(keepDaysOption())
    .option('--restore', 'restore the newest copy of the database first')
    .option('--open', 'open the window in the default browser')
    .option('--link', 'print a new link to the window of the server that already runs on the data folder')
    .addOption(new Option('--quiet', 'print the address only').conflicts('json'))
    .option('--json', 'print one JSON object with the address, a link and new keys')
    .addHelpText('after', examples(['serve', 'serve --port 0 --data-dir ./data --quiet', 'serve --link']))
    .action(async ({ allowRemote, allowHost, dataDir, ...options }, command) => {
      const { host, open = false, quiet = false, restore = false, json = false } = options;
      if (options.link) return printLink(command, resolve(dataDir), json);
      if (!isLoopback(host) && !allowRemote) {
        throw new Failure(`--host ${host} accepts connections from other machines. Add --allow-remote to allow that.`);
      }
      const given = { port: options.port, host, allowedHosts: allowHost, dataDir: resolve(dataDir) };
      const { definitionsUrl, eventsUrl, eventsMaxWaiting: maxWaiting, eventsKeepDays: keepDays } = options;
      await serve({ ...given, open, quiet, restore, json }, { definitionsUrl, eventsUrl, maxWaiting, keepDays });
    });

type FromFlags = Omit<HeadlessSettings, 'projectApiKey' | 'personalApiKey' | 'archive' | 'definitions'>;
type UrlFlags = {
  definitionsUrl?: string | undefined;
  eventsUrl?: string | undefined;
  maxWaiting?: number | undefined;
  keepDays?: number | undefined;
};

/** Runs the server with the flags and the secrets of the environment. */
async function serve(flags: FromFlags, { definitionsUrl, eventsUrl, maxWaiting, keepDays }: UrlFlags): Promise<void> {
  if (eventsUrl === undefined && (maxWaiting ?? keepDays) !== undefined) {
    throw new Failure('--events-max-waiting and --events-keep-days, or their variables, need --events-url.');
  }
  const headless = await import('#server/headless.ts');
  const { runHeadless, readArchive, readDefinitions, readPreset, startFailure } = headless;
  try {
    const definitions = readDefinitions(definitionsUrl, process.env);
    await runHeadless({
      ...flags,
      definitions,
      projectApiKey: definitions === undefined ? readPreset('project', process.env) : undefined,
      personalApiKey: readPreset('personal', process.env),
      archive: readArchive(
        eventsUrl,
        { maxWaiting: maxWaiting ?? defaultMaxWaiting, keepDays: keepDays ?? null },
        process.env,
      ),
    });
  } catch (error) {
    if (error instanceof SettingsError) throw new Failure(error.message);
    const reason = startFailure(error);
    throw reason === null ? error : new Failure(reason, { exitCode: exitCodes.failed });
  }
}

const definitionsUrlOption = () =>
  new Option('--definitions-url <url>', 'another Benchtop to take the definitions from: http://desk:8010').env(
    'BENCHTOP_DEFINITIONS_URL',
  );

const eventsUrlOption = () =>
  new Option(
    '--events-url <url>',
    'ClickHouse to keep events in too: clickhouse://host:8123/database?cluster=name',
  ).env('BENCHTOP_EVENTS_URL');

const defaultMaxWaiting = 10_000_000;

const maxWaitingOption = () =>
  new Option(
    '--events-max-waiting <number>',
    `events that may wait for it before new ones are refused (default: ${defaultMaxWaiting})`,
  )
    .env('BENCHTOP_EVENTS_MAX_WAITING')
    .argParser(wholeNumberOf('--events-max-waiting', 1, Number.MAX_SAFE_INTEGER));

/** A hundred years. */
const maxKeepDays = 36_500;

const keepDaysOption = () =>
  new Option('--events-keep-days <number>', 'days until the properties of an event are moved there (default: never)')
    .env('BENCHTOP_EVENTS_KEEP_DAYS')
    .argParser(wholeNumberOf('--events-keep-days', 1, maxKeepDays));

async function printLink(command: CommandUnknownOpts, dataDir: string, json: boolean): Promise<void> {
  requireAlone(command, '--link', ['--data-dir', '--json']);
  const { FolderLinkError, requestLink } = await import('#server/folder-link.ts');
  const url = await requestLink(dataDir).catch((error: unknown) => {
    throw error instanceof FolderLinkError ? new Failure(error.message) : error;
  });
  process.stdout.write(`${json ? JSON.stringify({ url }) : url}\n`);
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Failure(`Invalid port "${text}": use 0–65535.`);
}

/** Adds host names; the environment has several, separated by commas. */
function addHosts(text: string, before: string[]): string[] {
  const names = text.split(',').map((name) => name.trim());
  const wrong = text === '' ? text : names.find((name) => name !== '' && !isHostName(name));
  if (wrong === undefined) return [...before, ...names.filter((name) => name !== '')];
  throw new Failure(`Invalid --allow-host "${wrong}": use a name without scheme and port, like bench.example.com.`);
}
