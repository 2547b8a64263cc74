import { maxPage } from '#server/core/contract.ts';
import { countWords } from '#server/core/text/numbers-contract.ts';
import {
  type Assignment,
  endedNow,
  type TestRun,
  testRun,
  testRunList,
  testRunPlaces,
} from '#server/test-runs/contract.ts';
import { nameOfNow, testRunHost } from '../../src-renderer/test-runs/naming-words.ts';
import { assignmentWords } from '../../src-renderer/test-runs/words.ts';
import { formatCount } from '../../src-renderer/ui/format.ts';
import { Failure } from '../failure.ts';
import { print, printJson, table } from '../output/print.ts';
import { shown } from '../output/shown.ts';
import { onServer, type ServerOptions, serverFlagsOf } from '../server.ts';
import { testRunEnv } from './option.ts';

type Start = ServerOptions & { label?: string; note?: string; build?: string; assign?: Assignment; quiet?: true };

export async function startTestRun(name: string | undefined, options: Start): Promise<void> {
  const { label, note, build, assign, quiet } = options;
  await onServer(options, async ({ ask, path, url }) => {
    const body = { name: name ?? nameOfNow(), label, note, build, assign };
    const started = await ask('POST', `${path}test_runs/`, testRun, body);
    if (options.json) printJson(started);
    else if (quiet) print(started.name);
    else print(startedLines(started, url, serverFlagsOf(options)).join('\n'));
  });
}

function startedLines({ name, assign }: TestRun, url: string, serverFlags: string): string[] {
  const assigned =
    assign === null ? [] : [`Until it ends, ${assignmentWords(assign)} that names no test run belongs to it.`];
  return [
    `Test run ${name} started. Requests name it by one of these:`,
    `  Header    ${testRunPlaces.header}: ${name}`,
    `  SDK host  ${testRunHost(url, name)}`,
    `  Property  ${testRunPlaces.property} of an event`,
    ...assigned,
    `Check it: npx benchtop expect --file rules.yaml --test-run ${name}${serverFlags}`,
  ];
}

export async function endTestRun(given: string | undefined, options: ServerOptions): Promise<void> {
  const name = given ?? process.env[testRunEnv];
  if (name === undefined) throw new Failure(`Name the test run to end, or set ${testRunEnv}.`);
  await onServer(options, async ({ ask, path }) => {
    const body = { ended_at: endedNow };
    const ended = await ask('PATCH', `${path}test_runs/${encodeURIComponent(name)}/`, testRun, body);
    if (options.json) return printJson(ended);
    const counts = `${countWords(ended.events, 'event')}, ${formatCount(ended.dropped)} dropped, ${formatCount(ended.rejected)} rejected`;
    print(`Test run ${ended.name} ended: ${counts}.`);
  });
}

export async function listTestRuns(options: ServerOptions & { search?: string; limit: number }): Promise<void> {
  const query = new URLSearchParams({ limit: String(options.limit), search: options.search ?? '' });
  await onServer(options, async ({ ask, path }) => {
    const { count, results } = await ask('GET', `${path}test_runs/?${query}`, testRunList);
    if (options.json) return printJson(results);
    if (count === 0) return print('No test runs.');
    print(table([head, ...results.map(rowOf)], 'text'));
    if (count > results.length)
      print(`  … and ${formatCount(count - results.length)} more: --limit ${Math.min(count, maxPage)}`);
  });
}

const head = ['name', 'started', 'status', 'events', 'dropped', 'rejected', 'build', 'label'];

const rowOf = ({ name, started_at, ended_at, is_late, events, dropped, rejected, build, label }: TestRun) => [
  name,
  started_at.slice(0, 19).replace('T', ' '),
  ended_at === null ? 'open' : is_late ? 'ended, late events' : 'ended',
  ...[events, dropped, rejected].map(formatCount),
  shown(build),
  shown(label),
];
