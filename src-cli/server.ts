import { Command, Option } from '@commander-js/extra-typings';
import { defaultDataDir, defaultPort } from '#server/defaults.ts';
import { folderAccess } from '#server/folder-link.ts';
import { type ConnectedServer, connect } from '../src-renderer/api/connect.ts';
import { ApiFailure, ServerUnreachable, UnexpectedAnswer } from '../src-renderer/api/errors.ts';
import { dataDirEnv, dataDirOption } from './data-dir.ts';
import { Failure } from './failure.ts';
import { shownValue } from './output/shown.ts';
import { idOf } from './values.ts';

/** Environment variables with the server and the key. */
export const serverEnv = { url: 'BENCHTOP_URL', key: 'BENCHTOP_PERSONAL_API_KEY' } as const;

/** Creates a command with the options of all that talk to a server. `about`: paragraphs of its help. */
export const serverCommand = (name: string, summary: string, about = '') =>
  new Command(name)
    .summary(summary)
    .description(about)
    .addOption(new Option('--url <address>', 'the server (default: the one of --data-dir)').env(serverEnv.url))
    .addOption(new Option('--key <phx_…>', 'personal API key; a server of this machine needs none').env(serverEnv.key))
    .option('--project <id>', "the project (default: the key's)", idOf('--project'))
    .addOption(dataDirOption())
    .option('--json', 'print JSON');

export type ServerOptions = { url?: string; key?: string; project?: number; dataDir: string; json?: true };

/** `path`: of a project's resources, ending with a slash. */
export type Server = ConnectedServer & { url: string; key: string; path: string };

type Given = { url?: string | undefined; dataDir: string; project?: number };

/** Returns the flags with which another command reaches the same server and project in this environment; never the key. */
export function serverFlagsOf({ url, dataDir, project }: Given): string {
  const { [serverEnv.url]: urlOfEnv, [dataDirEnv]: folderOfEnv } = process.env;
  const flags = [
    url === undefined || url === urlOfEnv ? '' : ` --url ${shownValue(url)}`,
    project === undefined ? '' : ` --project ${project}`,
    dataDir === (folderOfEnv || defaultDataDir(process.env)) ? '' : ` --data-dir ${shownValue(dataDir)}`,
  ];
  return flags.join('');
}

export const defaultUrl = `http://127.0.0.1:${defaultPort}`;

/** Runs work on the server of the options. Words errors: throws Failure, or the signal's reason once aborted. */
export async function onServer<Result>(
  options: ServerOptions,
  work: (server: Server) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const { url, key } = accessOf(options);
  try {
    if (key === null) throw await missingKey(url);
    const path = `/api/projects/${options.project ?? '@current'}/`;
    return await work({ ...connect(url, key, signal), url, key, path });
  } catch (error) {
    throw failureOf(error, url);
  }
}

/** Returns the address, and a key or a token of the data folder; null without either. */
export function accessOf({ url, key, dataDir }: Omit<ServerOptions, 'project'>): { url: string; key: string | null } {
  const folder = readFolder(dataDir);
  const origin = url === undefined ? (folder?.url ?? defaultUrl) : readUrl(url);
  return { url: origin, key: key ?? (folder?.url === origin ? folder.token : null) };
}

/** Reads the access of a data folder; null also for a folder of another user. */
function readFolder(dataDir: string): ReturnType<typeof folderAccess> {
  try {
    return folderAccess(dataDir);
  } catch {
    return null;
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Failure(`Invalid --url "${text}": use an address like ${defaultUrl}.`);
}

const keyHint = `Set ${serverEnv.key}, or --key, to a key of this server (phx_…) from Settings › Personal keys.`;
const folderHint = 'If it runs on this machine, --data-dir with its data folder is enough.';

/** No key was given, and the server does not use the data folder. */
export class MissingKey extends Failure {}

/** Returns the error for a missing key: where nothing answers, the key is not the problem. */
async function missingKey(url: string): Promise<Error> {
  return fetch(`${url}/api/health/`, { redirect: 'error' }).then(
    () => new MissingKey(`A personal API key for ${url} is missing.`, { fix: `${keyHint} ${folderHint}` }),
    (error: unknown) => new ServerUnreachable(error),
  );
}

/** Words an error of a request; returns any other error as it is. */
export function failureOf(error: unknown, url: string): unknown {
  if (error instanceof ServerUnreachable) {
    const fix = `Start it with "npx benchtop serve", or name another address with --url or ${serverEnv.url}.`;
    return new Failure(`No Benchtop answers at ${url}.`, { fix, cause: error });
  }
  // Only a data folder gives a token.
  if (error instanceof ApiFailure && error.code === 'invalid_session') {
    const fix = 'Name the folder that it uses with --data-dir, or a key of it with --key.';
    return new Failure(`The Benchtop at ${url} uses another data folder, or has just restarted.`, {
      fix,
      cause: error,
    });
  }
  if (error instanceof ApiFailure) {
    const fix = fixes[error.status];
    const code = `${error.status} ${error.code}`;
    return new Failure(error.detail, { ...(fix === undefined ? {} : { fix }), code, cause: error });
  }
  if (error instanceof UnexpectedAnswer) {
    const fix = 'Is it another program, or another version of Benchtop? Run "npx benchtop doctor".';
    return new Failure(`The answer of ${url}${error.path} has an unexpected form.`, { fix, cause: error });
  }
  return error;
}

/** Advice by status; otherwise the detail has it. */
const fixes: Record<number, string> = {
  401: keyHint,
  403: 'Use a key that may do this, from Settings › Personal keys.',
};
