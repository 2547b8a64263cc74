import { machineLine } from '../machine.ts';
import { type PartName, partNames, parts } from '../parts.ts';
import { maxOthers } from '../quietness.ts';
import { type FigureName, figureNames, figures } from './figures.ts';
import { type Spread, shown } from './numbers.ts';
import { minRounds, type Reading, type Run, type Verdict, verdictOf } from './readings.ts';

type Dated = Reading & { at: string };

/** Formats the newest reading of each figure, and the ones before, as Markdown. */
export function report(runs: readonly Run[]): string {
  return `# Speed

Written by \`npm run bench\`; \`docs/bench.json\` has the numbers. Each figure is measured beside its limit or peer, in rounds that
take turns in which goes first. A value is the median of the rounds, with the lowest and the highest; a ratio is the median of the ratios
of the rounds.

A figure is **busy** when other processes used more than ${maxOthers} of a core before or during its rounds, and has **few rounds** when they are
fewer than ${minRounds}. Such a figure neither meets nor misses its aim. Sizes in bytes do not depend on other processes.

${partNames.map((part) => section(part, runs)).join('\n')}
## History

The last readings of each figure, the newest first: the ratio where there is a peer, else the value. A reading in brackets is busy or has
few rounds.

${history(runs)}

## Runs

${runs.map((run) => `- ${dateOf(run.at)}, \`${run.command}\`: ${machineLine(run.machine)}`).join('\n')}
`;
}

/** Formats the figures of one run for the terminal. */
export function summary(run: Run): string {
  const measured = figureNames.filter((name) => [...run.readings, ...run.gaps].some(({ figure }) => figure === name));
  return figureTable(measured, [run]);
}

function section(part: PartName, runs: readonly Run[]): string {
  const names = figureNames.filter((name) => figures[name].part === part);
  const notes = names.map((name) => {
    const { population, peer } = figures[name];
    return `- \`${name}\`: ${population}.${peer === undefined ? '' : ` Peer: ${peer}.`}`;
  });
  return `## ${parts[part].title}

${parts[part].how}

${figureTable(names, runs)}

${notes.join('\n')}
`;
}

/** Returns the table of figures. `runs`: the newest first. */
function figureTable(names: readonly FigureName[], runs: readonly Run[]): string {
  const rows = names.flatMap((name) => {
    const found = [...readingsOf(name, runs).values()].flatMap(([newest]) => (newest ? [rowOf(name, newest)] : []));
    const rows = [...found, ...gapsOf(name, runs)];
    return rows.length > 0 ? rows : [[figures[name].title, '', 'not measured yet', '', '', '', '', '']];
  });
  return table(['figure', 'of', 'measured', 'peer', 'ratio', 'aim', 'others', 'day'], rows);
}

function rowOf(name: FigureName, newest: Dated): string[] {
  const { title, unit, aim } = figures[name];
  const { variant, value, peer, ratio, others } = newest;
  const aimed = aim === undefined ? '' : `${aim.of === 'ratio' ? 'ratio ' : ''}${aim.is} ${shown(aim.limit)} `;
  return [
    title,
    variant,
    `${range(value)} ${unit}`,
    peer === null ? '' : `${range(peer)} ${unit}`,
    ratio === null ? '' : range(ratio),
    `${aimed}${signs[verdictOf(newest, figures[name])]}`.trim(),
    others === null ? 'not known' : others.toFixed(2),
    newest.at.slice(0, 10),
  ];
}

const signs: Record<Verdict, string> = { met: '✓', missed: '✗', busy: '**busy**', few: '**few rounds**', none: '' };

const range = ({ median, min, max }: Spread) =>
  min === max ? shown(median) : `${shown(median)} (${shown(min)}–${shown(max)})`;

/** Returns the figures that could not be measured, and were not measured before. */
function gapsOf(name: FigureName, runs: readonly Run[]): string[][] {
  const known = readingsOf(name, runs);
  const gaps = new Map(
    runs.flatMap((run) => run.gaps.filter(({ figure }) => figure === name)).map((gap) => [gap.variant, gap]),
  );
  return [...gaps.values()]
    .filter(({ variant }) => !known.has(variant))
    .map(({ variant, why }) => [figures[name].title, variant, why, '', '', '', '', '']);
}

/** Returns the readings of each variant, in the order of `runs`. */
function readingsOf(name: FigureName, runs: readonly Run[]): Map<string, Dated[]> {
  const all = runs.flatMap(({ at, readings }) =>
    readings.filter(({ figure }) => figure === name).map((reading) => ({ ...reading, at })),
  );
  return Map.groupBy(all, ({ variant }) => variant);
}

function history(runs: readonly Run[]): string {
  const rows = figureNames.flatMap((name) =>
    [...readingsOf(name, runs)].map(([variant, readings]) => [
      `\`${name}\``,
      variant,
      readings.map((reading) => pastCell(name, reading)).join(', '),
    ]),
  );
  return rows.length === 0 ? 'Nothing has been measured yet.' : table(['figure', 'of', 'readings'], rows);
}

function pastCell(name: FigureName, reading: Dated): string {
  const { unit } = figures[name];
  const isMarked = ['busy', 'few'].includes(verdictOf(reading, figures[name]));
  const value = reading.ratio === null ? `${shown(reading.value.median)} ${unit}` : shown(reading.ratio.median);
  return `${reading.at.slice(5, 10)}: ${isMarked ? `(${value})` : value}`;
}

const dateOf = (at: string) => at.slice(0, 16).replace('T', ' ');

export function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
