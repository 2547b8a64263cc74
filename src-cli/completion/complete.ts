import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { filesMark } from './scripts.ts';
import { type Candidate, flagKeys, flagValues, projects, testRuns } from './server-values.ts';

type Values = typeof filesMark | ((words: readonly string[]) => Promise<Candidate[]> | Candidate[]);

/** Builds are not listed. */
const comparedRuns = (words: readonly string[]) => (words.includes('--builds') ? [] : testRuns(words));

/** Values of options without choices. */
const optionValues: Record<string, Values> = {
  '--file': filesMark,
  '--junit': filesMark,
  '--out': filesMark,
  '--data-dir': filesMark,
  '--test-run': testRuns,
  '--project': projects,
};
/** Values of arguments, by command and position. */
const argumentValues: Record<string, Values[]> = {
  diff: [comparedRuns, comparedRuns],
  'flags get': [flagKeys],
  'flags override': [flagKeys, flagValues],
  replay: [filesMark],
  'test-run end': [testRuns],
};

/** Position of the last word in the line. `argument`: number of arguments before it. */
type Place = { command: CommandUnknownOpts; path: string; option: Option | null; argument: number };

/** Returns the lines of an answer for the last of these words, which may be empty. */
export async function completionsOf(program: CommandUnknownOpts, given: readonly string[]): Promise<string[]> {
  // Bash makes "=" a separate word.
  const words = given.filter((word) => word !== '=');
  const last = words.at(-1) ?? '';
  const place = placeOf(program, words.slice(0, -1));
  const [, flag, written] = /^(--[\w-]+)=(.*)$/s.exec(last) ?? [];
  const attached = flag === undefined ? undefined : optionOf(place.command, flag);
  const option = attached ?? place.option;
  const values = option === null ? wordsAt(place, last) : valuesOfOption(option);
  if (values === filesMark) return [filesMark];
  const candidates = typeof values === 'function' ? await values(words) : values;
  const start = attached === undefined ? last : (written ?? '');
  const prefix = attached === undefined ? '' : `${flag}=`;
  return candidates
    .filter(([value]) => value.startsWith(start))
    .map(([value, meaning]) => `${prefix}${value}\t${meaning}`);
}

function placeOf(program: CommandUnknownOpts, words: readonly string[]): Place {
  const place: Place = { command: program, path: '', option: null, argument: 0 };
  for (const word of words) {
    if (place.option !== null) place.option = null;
    else if (word.startsWith('-')) place.option = optionOf(place.command, word) ?? null;
    else {
      const child = place.command.commands.find((command) => command.name() === word);
      if (child === undefined) place.argument += 1;
      else Object.assign(place, { command: child, path: `${place.path} ${word}`.trim(), argument: 0 });
    }
  }
  return place;
}

/** The option of a flag if it takes a value. */
const optionOf = ({ options }: CommandUnknownOpts, flag: string): Option | undefined =>
  options.find(({ long, short, required, optional }) => (long === flag || short === flag) && (required || optional));

const valuesOfOption = ({ argChoices, long }: Option): Values | Candidate[] =>
  argChoices?.map((choice): Candidate => [choice, '']) ?? optionValues[long ?? ''] ?? [];

function wordsAt({ command, path, argument }: Place, last: string): Values | Candidate[] {
  const help = command.createHelp();
  if (last.startsWith('-')) {
    return help
      .visibleOptions(command)
      .map(({ long, short, description }): Candidate => [long ?? short ?? '', description]);
  }
  const children = help.visibleCommands(command);
  if (children.length > 0 && argument === 0) return children.map((child): Candidate => [child.name(), child.summary()]);
  const choices = command.registeredArguments[argument]?.argChoices;
  return choices?.map((choice): Candidate => [choice, '']) ?? argumentValues[path]?.[argument] ?? [];
}
