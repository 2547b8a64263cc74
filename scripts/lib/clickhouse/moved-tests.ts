import { globSync, readFileSync } from 'node:fs';

/** Features whose API tests must pass wherever event properties are stored. */
const features = ['events', 'actions', 'experiments'];

/** The import by which a test starts a server. */
const startsServer = /testing\/server(?:-hooks)?\.ts|\blabFor(?:All|Each)\b/;

/** They start on a copy of the database, with another archive, read the file without it, or stand still between requests. */
const others = [
  'src-server/actions/counting/crash.test.ts',
  'src-server/actions/counting/ranges.test.ts',
  'src-server/actions/chat/deliver.test.ts',
  'src-server/experiments/metrics/rows/rows.test.ts',
  'src-server/experiments/results/results-cache.test.ts',
];

/** Lists the tests over HTTP that are run on moved events too. */
export function movedTests(): string[] {
  const files = features.flatMap((feature) => globSync(`src-server/${feature}/**/*.test.ts`)).sort();
  return files.filter((file) => !others.includes(file) && startsServer.test(readFileSync(file, 'utf8')));
}
