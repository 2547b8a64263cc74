import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Scale } from './bench.ts';
import { type FigureName, figureNames, figures } from './figures/figures.ts';
import type { PartName } from './parts.ts';

/** The figures to measure, and whether the documents are written. */
export type Asked = { scale: Scale; names: FigureName[]; isWriting: boolean };

const full: Scale = {
  rounds: 5,
  seconds: 4,
  sizes: [100_000, 1_000_000, 5_000_000],
  people: 250_000,
  settleSeconds: 90,
};
const quick: Scale = { rounds: 3, seconds: 0.5, sizes: [20_000], people: 25_000, settleSeconds: 2 };
/** The parts that a change is most likely to slow down, in under a minute. */
const quickParts: readonly PartName[] = ['captures', 'decides', 'storage', 'window'];

/** Parses the arguments; ends the process with a message for wrong ones. */
export function parseOptions(args: readonly string[]): Asked {
  const options = command().parse(args, { from: 'user' }).opts();
  const scale = options.quick ? quick : full;
  const isAsked = (part: PartName) =>
    options.quick ? quickParts.includes(part) : (part === 'archive') === (options.clickhouse ?? false);
  const all = figureNames.filter((name) => isAsked(figures[name].part));
  return {
    scale: {
      ...scale,
      rounds: options.rounds ?? scale.rounds,
      seconds: options.seconds ?? scale.seconds,
      sizes: options.events?.toSorted((one, other) => one - other) ?? scale.sizes,
    },
    names: options.only ?? all,
    isWriting: options.write ?? !options.quick,
  };
}

const command = () =>
  new Command('npm run bench --')
    .description('Measures the built server, each figure beside its limit. Writes docs/bench.md and docs/bench.json.')
    .option('--quick', 'under a minute: the main figures in few and short rounds; prints only')
    .option('--clickhouse', "only what moving events to ClickHouse takes and costs; needs Debian's package")
    .addOption(new Option('--only <figures...>', 'only these figures').choices(figureNames))
    .option('--events <numbers...>', 'measure with so many stored events, like 10000000', addNumber)
    .option('--rounds <number>', 'rounds of each figure', positive)
    .option('--seconds <number>', 'seconds of each load', positive)
    .option('--write', 'write the documents after --quick too')
    .option('--no-write', 'print only');

function positive(text: string): number {
  const number = Number(text);
  if (number > 0) return number;
  throw new InvalidArgumentError('Use a number above 0.');
}

const addNumber = (text: string, before: number[] = []): number[] => [...before, positive(text)];
