import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { SettingsError } from './core/errors/settings-error.ts';
import { quoted } from './database/restore-hint.ts';
import { DataFolderBusyError } from './database/storage/lock.ts';
import { StartError } from './database/storage/start-error.ts';
import { type ArchiveLimits, type ArchiveSettings, readArchiveSettings } from './events/archive/archive-settings.ts';
import { ListenError } from './http/server/listen.ts';
import { type RunningServer, startServer } from './index.ts';
import { type DefinitionsSettings, readDefinitionsSettings } from './projects/definitions/definitions-settings.ts';
import { type KeyKind, PresetError, presetProblem } from './projects/keys.ts';
import { linkCommandOf, linkMinutes } from './projects/session-contract.ts';
import type { FirstStart } from './projects/store.ts';
import { openInBrowser, readTerminal } from './terminal.ts';

/** `json`: prints one JSON object a line instead of text. */
export type HeadlessSettings = {
  port: number;
  host: string;
  allowedHosts: readonly string[];
  dataDir: string;
  open: boolean;
  quiet: boolean;
  json: boolean;
  restore: boolean;
  projectApiKey: string | undefined;
  personalApiKey: string | undefined;
  archive: ArchiveSettings | undefined;
  definitions: DefinitionsSettings | undefined;
};

/** `timeout` and other launchers signal the process and its group. */
const repeatedSignalMs = 250;

const presetNames = {
  project: 'BENCHTOP_PROJECT_API_KEY',
  personal: 'BENCHTOP_PERSONAL_API_KEY',
} as const satisfies Record<KeyKind, string>;

/** Reads a preset key of the environment; undefined without one. Throws SettingsError. */
export function readPreset(kind: KeyKind, env: NodeJS.ProcessEnv): string | undefined {
  const name = presetNames[kind];
  const value = env[name] || undefined;
  const problem = value === undefined ? null : presetProblem(kind, value);
  if (problem !== null) throw new SettingsError(`${name} is invalid: ${problem}`);
  return value;
}

/** Reads the settings of the archive; undefined without an address. Throws SettingsError. */
export function readArchive(
  url: string | undefined,
  limits: ArchiveLimits,
  env: NodeJS.ProcessEnv,
): ArchiveSettings | undefined {
  return url ? readArchiveSettings(url, limits, env) : undefined;
}

/** Reads the settings of the source of definitions; undefined without an address. Throws SettingsError. */
export function readDefinitions(url: string | undefined, env: NodeJS.ProcessEnv): DefinitionsSettings | undefined {
  return url ? readDefinitionsSettings(url, env) : undefined;
}

/** Returns why a server could not start, as a line for people; null for any other error. */
export function startFailure(error: unknown): string | null {
  if (error instanceof PresetError) return `${presetNames[error.kind]} is refused: ${error.message}`;
  const isExpected =
    error instanceof StartError || error instanceof ListenError || error instanceof DataFolderBusyError;
  return isExpected ? error.message : null;
}

/** Starts a server and announces it; a signal, or the end of the process that started this one, closes it. Throws as `startServer`. */
export async function runHeadless(settings: HeadlessSettings): Promise<void> {
  const { quiet, ...options } = settings;
  const rendererDir = join(import.meta.dirname, import.meta.url.endsWith('.ts') ? '../out/renderer' : '../renderer');
  const say = (line: string) => print(settings.json ? JSON.stringify({ message: line }) : line);
  const startedAnew = (keys: FirstStart) => {
    if (settings.json) print(JSON.stringify(issuedKeys(keys, settings)));
    else if (!quiet) print(keyLines(keys, settings).join('\n'));
  };
  // The reader of this output may end before the server.
  process.stdout.on('error', () => undefined);
  const server = await startServer({ ...options, rendererDir, startedAnew, say, isAlone: true });
  const stop = () => {
    const stoppedAt = performance.now();
    // A second signal forces the end, unless it repeats the first.
    const end = () => void (performance.now() - stoppedAt > repeatedSignalMs && process.exit(1));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
    void server.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  // The parent process has ended: npm, or a process with a channel to it.
  process.once('disconnect', () => void server.close());
  // This listener keeps the process alive, even after a signal has closed the server.
  process.channel?.unref();
  if (settings.json) announceAsJson(server, settings);
  else announce(server, settings);
  // As a flag of the process it would slow the start.
  setFlagsFromString('--heap-growing-percent=150');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function announce(server: RunningServer, settings: HeadlessSettings): void {
  const { quiet, dataDir, open } = settings;
  const link = server.createLink().url;
  const lines = [`Benchtop is listening on ${server.url}`];
  const hasTerminal = !quiet && readTerminal((line) => answerLine(server, line));
  if (!quiet) {
    lines.unshift(...server.warnings);
    const another = hasTerminal ? 'press Enter, or type o and Enter to open it' : linkCommandOf(quoted(dataDir));
    lines.push(
      `  Window      ${link} (valid once, for ${linkMinutes} minutes)`,
      `  New link    ${another}`,
      `  Data        ${dataDir}`,
    );
    lines.push(...(server.firstStart === null ? knownKeyLines(settings) : keyLines(server.firstStart, settings)));
  }
  lines.unshift(...server.findings);
  print(lines.join('\n'));
  if (open) openInBrowser(link);
}

function announceAsJson(server: RunningServer, settings: HeadlessSettings): void {
  const { url: link, expiresAt } = server.createLink();
  const known = settings.projectApiKey === undefined ? {} : { project_api_key: settings.projectApiKey };
  const announcement = {
    url: server.url,
    link,
    link_expires_at: new Date(expiresAt).toISOString(),
    data_dir: settings.dataDir,
    ...(server.firstStart === null ? known : issuedKeys(server.firstStart, settings)),
    messages: [...server.findings, ...server.warnings],
  };
  print(JSON.stringify(announcement));
  if (settings.open) openInBrowser(link);
}

/** The keys of a new database; a preset personal one is known already. */
const issuedKeys = (keys: FirstStart, { personalApiKey }: HeadlessSettings) => ({
  project_api_key: keys.projectApiKey,
  ...(personalApiKey === undefined && { personal_api_key: keys.personalApiKey }),
});

function keyLines(keys: FirstStart, settings: HeadlessSettings): string[] {
  const { project_api_key, personal_api_key } = issuedKeys(keys, settings);
  const lines = [`  Project key ${project_api_key}`];
  if (personal_api_key !== undefined) {
    lines.push(`  API key     ${personal_api_key} (for the management API; shown this once)`);
  }
  return lines;
}

/** Returns the key lines for a data folder that has keys: personal ones can no longer be read. */
function knownKeyLines({ projectApiKey }: HeadlessSettings): string[] {
  const preset = projectApiKey === undefined ? [] : [`  Project key ${projectApiKey}`];
  return [...preset, '  Keys        in the window, under Settings › Project keys and Personal keys'];
}

/** Handles a line typed into the terminal: Enter alone prints a link, "o" opens one. */
function answerLine(server: RunningServer, line: string): void {
  const { url } = server.createLink();
  print(`  Window      ${url}`);
  if (line === 'o') openInBrowser(url);
}
