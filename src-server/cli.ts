import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { quoted } from './database/restore-hint.ts';
import { DataFolderBusyError } from './database/storage/lock.ts';
import { StartError } from './database/storage/start-error.ts';
import { FolderLinkError, requestLink } from './folder-link.ts';
import { isHostName, isLoopback } from './http/guard.ts';
import { ListenError } from './http/server/listen.ts';
import { type RunningServer, startServer } from './index.ts';
import { type KeyKind, PresetError, presetProblem } from './projects/keys.ts';
import { codeMinutes } from './projects/session-codes.ts';
import type { FirstStart } from './projects/store.ts';
import { openInBrowser, readTerminal } from './terminal.ts';

const usage = `Usage: npm run serve -- [flags]

  --port <number>      port to listen on; 0: any free one     (BENCHTOP_PORT, default 8010)
  --host <address>     address to listen on                   (BENCHTOP_HOST, default 127.0.0.1)
  --allow-remote       needed when --host is not this machine alone
  --allow-host <name>  another name of this server, such as a container's; repeatable
                       (BENCHTOP_ALLOW_HOST, separated by commas)
  --data-dir <folder>  where everything is kept               (BENCHTOP_DATA_DIR)
  --restore            go back to the newest copy of the database first
  --open               open the window in the default browser
  --link               print a new link to the window of the server that already runs on the data folder
  --quiet              print the address only
  --help               show this

  BENCHTOP_PROJECT_API_KEY (phc_…) and BENCHTOP_PERSONAL_API_KEY (phx_…) preset the first project's keys.`;

type Settings = {
  port: number;
  host: string;
  allowedHosts: string[];
  dataDir: string;
  open: boolean;
  link: boolean;
  quiet: boolean;
  restore: boolean;
  projectApiKey: string | undefined;
  personalApiKey: string | undefined;
};

const presetNames = {
  project: 'BENCHTOP_PROJECT_API_KEY',
  personal: 'BENCHTOP_PERSONAL_API_KEY',
} as const satisfies Record<KeyKind, string>;

/** What the person who starts it did wrong; shown as one line. */
class UsageError extends Error {}

try {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings === undefined) process.stdout.write(`${usage}\n`);
  else if (settings.link) process.stdout.write(`${await requestLink(settings.dataDir)}\n`);
  else await serve(settings);
} catch (error) {
  const isExpected =
    error instanceof UsageError ||
    error instanceof StartError ||
    error instanceof FolderLinkError ||
    error instanceof ListenError ||
    error instanceof PresetError ||
    error instanceof DataFolderBusyError;
  const { message, stack } = error as Error;
  const refused = error instanceof PresetError ? `${presetNames[error.kind]} is refused: ` : '';
  process.stderr.write(`${isExpected ? `benchtop: ${refused}${message}` : (stack ?? message)}\n`);
  process.exitCode = 1;
}

async function serve(settings: Settings): Promise<void> {
  const { port, host, allowedHosts, dataDir, restore, projectApiKey, personalApiKey } = settings;
  const rendererDir = join(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../out/renderer' : '../renderer');
  const startedAnew = (keys: FirstStart) => {
    if (!settings.quiet) process.stdout.write(`${keyLines(keys, settings).join('\n')}\n`);
  };
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  // Whoever reads this output may end before the server does.
  process.stdout.on('error', () => undefined);
  const presets = { projectApiKey, personalApiKey };
  const server = await startServer({
    port,
    host,
    allowedHosts,
    dataDir,
    restore,
    rendererDir,
    ...presets,
    startedAnew,
    say,
  });
  const stop = () => {
    // A second signal ends it the hard way.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
    void server.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  // Whoever started this process has ended: npm, or a process with a channel to it.
  process.once('disconnect', () => void server.close());
  // Listening for that keeps the process alive, also after a signal has closed the server.
  process.channel?.unref();
  announce(server, settings);
}

function announce(server: RunningServer, settings: Settings): void {
  const { quiet, dataDir, open } = settings;
  const link = server.createLink().url;
  const lines = [`Benchtop is listening on ${server.url}`];
  const hasTerminal = !quiet && readTerminal((line) => answerLine(server, line));
  if (!quiet) {
    lines.unshift(...server.warnings);
    const command = `npm run link -- --data-dir ${quoted(dataDir)}`;
    const another = hasTerminal ? 'press Enter, or type o and Enter to open it' : command;
    lines.push(
      `  Window      ${link} (good once, for ${codeMinutes} minutes)`,
      `  New link    ${another}`,
      `  Data        ${dataDir}`,
    );
    lines.push(...(server.firstStart === null ? knownKeyLines(settings) : keyLines(server.firstStart, settings)));
  }
  lines.unshift(...server.findings);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (open) openInBrowser(link);
}

/** The keys of a new database; a preset personal one is known already. */
function keyLines(keys: FirstStart, { personalApiKey }: Settings): string[] {
  const lines = [`  Project key ${keys.projectApiKey}`];
  if (personalApiKey === undefined) {
    lines.push(`  API key     ${keys.personalApiKey} (for the management API; shown this once)`);
  }
  return lines;
}

/** On a data folder that has keys: personal ones can no longer be read. */
function knownKeyLines({ projectApiKey }: Settings): string[] {
  const preset = projectApiKey === undefined ? [] : [`  Project key ${projectApiKey}`];
  return [...preset, '  Keys        in the window, under Settings › Project keys and Personal keys'];
}

/** A line typed into the terminal: Enter alone prints a link, "o" opens one. */
function answerLine(server: RunningServer, line: string): void {
  const { url } = server.createLink();
  process.stdout.write(`  Window      ${url}\n`);
  if (line === 'o') openInBrowser(url);
}

/** Flags win over the environment; undefined when help was asked for. Throws UsageError. */
function readSettings(args: string[], env: NodeJS.ProcessEnv): Settings | undefined {
  const flags = readFlags(args);
  if (flags.help) return undefined;
  const host = flags.host ?? nonEmpty(env.BENCHTOP_HOST) ?? '127.0.0.1';
  if (!isLoopback(host) && !flags['allow-remote']) {
    throw new UsageError(`--host ${host} accepts connections from other machines. Add --allow-remote to allow that.`);
  }
  return {
    port: readPort(flags.port ?? nonEmpty(env.BENCHTOP_PORT) ?? '8010'),
    host,
    allowedHosts: readAllowedHosts(flags['allow-host'], env),
    dataDir: resolve(flags['data-dir'] ?? nonEmpty(env.BENCHTOP_DATA_DIR) ?? defaultDataDir(env)),
    open: flags.open ?? false,
    link: flags.link ?? false,
    quiet: flags.quiet ?? false,
    restore: flags.restore ?? false,
    projectApiKey: readPreset('project', env),
    personalApiKey: readPreset('personal', env),
  };
}

function readFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'allow-remote': { type: 'boolean' },
        'allow-host': { type: 'string', multiple: true },
        'data-dir': { type: 'string' },
        open: { type: 'boolean' },
        link: { type: 'boolean' },
        quiet: { type: 'boolean' },
        restore: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message.replace(/\.$/, '')}. See --help for all flags.`);
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new UsageError(`Invalid port "${text}": use 0–65535.`);
}

function readAllowedHosts(given: string[] | undefined, env: NodeJS.ProcessEnv): string[] {
  const names = given ?? (env.BENCHTOP_ALLOW_HOST ?? '').split(',').map((name) => name.trim());
  const wrong = names.find((name) => name !== '' && !isHostName(name));
  if (wrong === undefined) return names.filter((name) => name !== '');
  throw new UsageError(`Invalid --allow-host "${wrong}": use a name without scheme and port, like bench.example.com.`);
}

function readPreset(kind: KeyKind, env: NodeJS.ProcessEnv): string | undefined {
  const name = presetNames[kind];
  const value = nonEmpty(env[name]);
  const problem = value === undefined ? null : presetProblem(kind, value);
  if (problem !== null) throw new UsageError(`${name} is invalid: ${problem}`);
  return value;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

/** The same folder that the desktop app has, by platform. */
function defaultDataDir(env: NodeJS.ProcessEnv): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Benchtop');
  if (process.platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Benchtop');
  return join(nonEmpty(env.XDG_CONFIG_HOME) ?? join(homedir(), '.config'), 'Benchtop');
}
