import { defaultDataDir } from '#server/defaults.ts';
import { flagList, variantsOf } from '#server/flags/contract.ts';
import { projectList } from '#server/projects/contract.ts';
import { testRunList } from '#server/test-runs/contract.ts';
import { dataDirEnv } from '../data-dir.ts';
import { onServer, type Server, type ServerOptions, serverEnv } from '../server.ts';

/** A word and its meaning, which may be empty. */
export type Candidate = [word: string, meaning: string];

/** Max milliseconds to wait for server values. */
const limitMs = 1500;
const limit = 100;

export const testRuns = (words: readonly string[]) =>
  ofServer(words, async ({ ask, path }) => {
    const { results } = await ask('GET', `${path}test_runs/?limit=${limit}`, testRunList);
    return results.map(({ name, label }) => [name, label]);
  });

export const projects = (words: readonly string[]) =>
  ofServer(words, async ({ ask }) => {
    const { results } = await ask('GET', `/api/projects/?limit=${limit}`, projectList);
    return results.map(({ id, name }) => [String(id), name]);
  });

const flagsOf = async ({ ask, path }: Server) =>
  (await ask('GET', `${path}feature_flags/?limit=${limit}`, flagList)).results;

export const flagKeys = (words: readonly string[]) =>
  ofServer(words, async (server) => (await flagsOf(server)).map(({ key, name }) => [key, name]));

export const flagValues = (words: readonly string[]) =>
  ofServer(words, async (server) => {
    const flag = (await flagsOf(server)).find(({ key }) => words.includes(key));
    const variants = variantsOf(flag?.filters);
    const values =
      variants.length > 0
        ? variants.map(({ key, name }): Candidate => [key, name])
        : [['true', ''] satisfies Candidate];
    return [...values, ['false', '']];
  });

/** Queries the server that the line names; returns nothing without an answer. */
async function ofServer(words: readonly string[], ask: (server: Server) => Promise<Candidate[]>): Promise<Candidate[]> {
  try {
    const found = await onServer(optionsOf(words), ask, AbortSignal.timeout(limitMs));
    // One word per line of the answer.
    return found.map(([word, meaning]) => [word, meaning.replace(/\s+/g, ' ')]);
  } catch {
    return [];
  }
}

function optionsOf(words: readonly string[]): ServerOptions {
  const { env } = process;
  const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const [url, key] = [after('--url') ?? env[serverEnv.url], after('--key') ?? env[serverEnv.key]];
  const project = Number(after('--project'));
  return {
    ...(url !== undefined && { url }),
    ...(key !== undefined && { key }),
    ...(project > 0 && { project }),
    dataDir: after('--data-dir') ?? env[dataDirEnv] ?? defaultDataDir(env),
  };
}
