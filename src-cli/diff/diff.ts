import { countPeople } from '#server/core/text/numbers-contract.ts';
import { concludeDiff, type RunDiff, runDiff } from '#server/diff/contract.ts';
import { propertyOf } from '#server/diff/differences-contract.ts';
import { words } from '../../src-renderer/diff/compare/words.ts';
import { exitCodes, Failure } from '../failure.ts';
import { print, printJson, table } from '../output/print.ts';
import { shown, styled } from '../output/shown.ts';
import { onServer, type Server, type ServerOptions } from '../server.ts';

type Options = ServerOptions & { builds?: true; buildProperty?: string };

/** Prints the differences. Sets the exit code; throws Failure. */
export async function diff(old: string, now: string, options: Options): Promise<void> {
  if (options.buildProperty !== undefined && !options.builds)
    throw new Failure('--build-property names the builds of --builds: give both, or none.');
  const query = options.builds ? { old_build: old, new_build: now } : { old_test_run: old, new_test_run: now };
  const property = options.buildProperty === undefined ? {} : { build_property: options.buildProperty };
  await onServer(options, (server) => compareRuns(server, { ...query, ...property }, options));
}

/** Compares and prints. `query`: of the endpoint. Sets the exit code. */
export async function compareRuns(
  { ask, path }: Server,
  query: Record<string, string>,
  { json }: ServerOptions,
): Promise<void> {
  const found = await ask('GET', `${path}diff/?${new URLSearchParams(query)}`, runDiff);
  if (json) printJson(found);
  else print(linesOf(found).join('\n'));
  process.exitCode = found.is_same ? exitCodes.passed : exitCodes.failed;
}

function linesOf(found: RunDiff): string[] {
  const masked = found.properties.filter(({ mask }) => mask !== null);
  const unequal = found.events.filter((row) => row.old !== row.new);
  const properties = found.properties.filter(({ mask }) => mask === null);
  return [
    `${sideWords(found.old)} against ${sideWords(found.new)}.`,
    ...(['old', 'new'] as const).flatMap((side) => unpairedWords(found, side)),
    ...(unequal.length === 0
      ? []
      : [
          '',
          table([['event', 'old', 'new'], ...unequal.map((row) => [shown(row.event), `${row.old}`, `${row.new}`])]),
        ]),
    ...found.order.map((row) => `  ${orderWords(row)}`),
    ...(found.is_order_listed ? [] : [`  ${words.notListed}`]),
    ...properties.map((row) => `  ${propertyWords(row)}`),
    ...(found.omitted === 0 ? [] : [`  ${words.omitted(found.omitted)}`]),
    ...(masked.length === 0 ? [] : [`Not compared: values of ${[...new Set(masked.map(placeOf))].join(', ')}.`]),
    conclusionWords(found),
  ];
}

function conclusionWords(found: RunDiff): string {
  const conclusion = concludeDiff(found);
  const sentence = `${words.conclusions[conclusion]}.`;
  if (conclusion === 'differ') return styled('red', sentence);
  return conclusion === 'no_events' ? sentence : `${styled('green', sentence)} ${words.sameHint}`;
}

const sideWords = (side: RunDiff['old']) =>
  `${shown(side.test_run ?? `build ${side.build}`)} (${side.is_complete ? '' : 'the newest '}${words.side(side)})`;

function unpairedWords(found: RunDiff, side: 'old' | 'new'): string[] {
  const persons = found[side].persons - found.compared.persons;
  return persons === 0 ? [] : [words.unpaired(words.sides[side], persons)];
}

const placeOf = ({ event, path }: RunDiff['properties'][number]) => shown(`${event} › ${propertyOf(path)}`);
const afterWords = (event: string | null) => (event === null ? 'first' : `after ${shown(event)}`);

function orderWords(row: RunDiff['order'][number]): string {
  const { kind, event, persons } = row;
  const was = afterWords(row.old_after);
  const is = afterWords(words.isAfter(row));
  const of = persons === 1 ? '' : ` (${countPeople(persons)})`;
  const name = shown(event);
  if (kind === 'added') return `+ ${name} ${is}${of}`;
  if (kind === 'removed') return `- ${name} ${was}${of}`;
  return `~ ${name} was ${was}, is ${is}${of}`;
}

function propertyWords(row: RunDiff['properties'][number]): string {
  const [example] = row.examples;
  const in_ = row.compared === row.differing ? '' : ` in ${row.differing} of ${row.compared}`;
  const old = valueWords(example?.old, example?.is_old_cut);
  const now = valueWords(example?.new, example?.is_new_cut);
  if (row.kind === 'added') return `+ ${placeOf(row)} = ${now}${in_}`;
  if (row.kind === 'removed') return `- ${placeOf(row)} = ${old}${in_}`;
  const types = row.kind === 'type' ? ` (${row.old_type} → ${row.new_type})` : '';
  return `~ ${placeOf(row)}: ${old} → ${now}${types}${in_}`;
}

const valueWords = (value: string | null = null, isCut = false) => `${shown(value ?? 'nothing')}${isCut ? '…' : ''}`;
