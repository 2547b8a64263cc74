import { globSync, readFileSync } from 'node:fs';

/** What the tests of these features expect of the API holds wherever the properties of events are. */
const features = ['events', 'actions', 'experiments'];

/** What a test that starts a server has in it. */
const startsServer = /testing\/server(?:-hooks)?\.ts|\blabFor(?:All|Each)\b/;

/** They start on a copy of the database, with another archive, or stand still between requests. */
const others = [
  'src-server/actions/counting/crash.test.ts',
  'src-server/actions/counting/ranges.test.ts',
  'src-server/actions/chat/deliver.test.ts',
];

/** Lists the tests over HTTP that are run on moved events too. */
export function movedTests(): string[] {
  const files = features.flatMap((feature) => globSync(`src-server/${feature}/**/*.test.ts`)).sort();
  return files.filter((file) => !others.includes(file) && startsServer.test(readFileSync(file, 'utf8')));
}
