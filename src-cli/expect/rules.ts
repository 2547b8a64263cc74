import { z } from 'zod';
import { isJsonObject } from '#server/core/contract.ts';
import { issueSentence, nameOf, pathOf } from '#server/core/issue-contract.ts';
import { onlyKnown } from '#server/core/known-keys-contract.ts';
import { type ExpectationInput, expectationInput, maxExpectations } from '#server/expectations/contract.ts';
import type { FileProblem } from '../failure.ts';
import { durationRule, parseDuration } from '../values.ts';
import { conditionsOf } from './conditions.ts';
import { type Path, YamlSource } from './yaml-source.ts';

/** A rule of a file. `sent`: in API format. `line`: where it begins. */
export type FileRule = { file: string; line: number; sent: ExpectationInput; source: RuleSource };
/** `timeout`: seconds. */
export type RulesFile = { file: string; timeout: number | null; rules: FileRule[]; problems: FileProblem[] };

type Issue = z.core.$ZodIssue;

const fileKeys = onlyKnown({ timeout: z.unknown(), expect: z.unknown() }).partial();

/** Reads a file of rules; its errors are in `problems`. */
export function readRules(file: string, text: string): RulesFile {
  const source = new YamlSource(file, text);
  const problems = [...source.syntaxProblems];
  const read: RulesFile = { file, timeout: null, rules: [], problems };
  if (problems.length > 0) return read;
  const { value } = source;
  if (!isJsonObject(value)) {
    problems.push(source.problem([], 'The file must be an object with the key `expect`, a list of rules.'));
    return read;
  }
  for (const issue of issuesIn(fileKeys.safeParse(value)))
    problems.push(source.keyProblem(pathOf(issue).map(String), issueSentence(issue)));
  if (value.timeout !== undefined) {
    read.timeout = typeof value.timeout === 'string' ? parseDuration(value.timeout) : null;
    if (read.timeout === null) problems.push(source.problem(['timeout'], `\`timeout\` must be ${durationRule}.`));
  }
  const { expect: list } = value;
  if (!Array.isArray(list) || list.length === 0 || list.length > maxExpectations) {
    problems.push(source.problem(['expect'], `\`expect\` must be a list of 1 to ${maxExpectations} rules.`));
    return read;
  }
  for (const [index, given] of list.entries()) {
    const ruleSource = new RuleSource(source, index, given);
    const { sent, problems: own } = ruleSource.read();
    problems.push(...own);
    if (sent !== null) read.rules.push({ file, line: ruleSource.line, sent, source: ruleSource });
  }
  return read;
}

/** Returns what is wrong, with an issue for each unknown key: zod has one for all keys of an object, and a guess for the first. */
const issuesIn = ({ error }: z.ZodSafeParseResult<unknown>): Issue[] =>
  (error?.issues ?? []).flatMap((issue): Issue[] => {
    if (issue.code !== 'unrecognized_keys') return [issue];
    return issue.keys.map((key, index) => ({ ...issue, keys: [key], message: index === 0 ? issue.message : '' }));
  });

/** One rule as written, and as sent: with `properties` as a list and durations in seconds. */
export class RuleSource {
  readonly #source: YamlSource;
  readonly #path: Path;
  readonly #given: unknown;
  /** Names of properties written as a map, in order. */
  #mapped: string[] | null = null;

  constructor(source: YamlSource, index: number, given: unknown) {
    this.#source = source;
    this.#path = ['expect', index];
    this.#given = given;
  }

  get line(): number {
    return this.#source.problem(this.#path, '').line;
  }

  read(): { sent: ExpectationInput | null; problems: FileProblem[] } {
    if (!isJsonObject(this.#given)) {
      const example = 'must be an object, such as {event: checkout}';
      return { sent: null, problems: [this.#source.problem(this.#path, `\`${nameOf(this.#path)}\` ${example}.`)] };
    }
    const problems: FileProblem[] = [];
    const given = this.#given;
    const input = { ...given, ...this.#properties(given, problems), ...this.#within(given, problems) };
    const parsed = expectationInput.safeParse(input, { reportInput: true });
    for (const issue of issuesIn(parsed)) problems.push(this.#problemOf(issue));
    return { sent: parsed.data ?? null, problems };
  }

  /**
   * Makes a problem of a rule that the server refused. `index`: of the rule as sent. `attr`: the field inside of it, joined by
   * `__`.
   */
  refused(index: number, attr: string, detail: string): FileProblem {
    const sent = this.#split(attr);
    const path = this.#written(sent);
    const nameSent = `\`${nameOf(['expectations', index, ...sent])}\``;
    const rest = detail.startsWith(nameSent) ? detail.slice(nameSent.length) : `: ${detail}`;
    return this.#source.problem(path, `\`${nameOf(path)}\`${rest}`);
  }

  #problemOf(issue: Issue): FileProblem {
    const path = this.#written(pathOf(issue).map((part) => (typeof part === 'number' ? part : String(part))));
    if (issue.code !== 'unrecognized_keys')
      return this.#source.problem(path, issueSentence({ ...issue, path: [...path] }));
    return this.#source.keyProblem(path, issueSentence({ ...issue, path: path.slice(0, -1) }));
  }

  /** Reads a map of properties as a list; a condition in it with a key of its own becomes a problem. */
  #properties({ properties }: Record<string, unknown>, problems: FileProblem[]) {
    if (!isJsonObject(properties)) return {};
    this.#mapped = Object.keys(properties);
    for (const [name, condition] of Object.entries(properties)) {
      if (!isJsonObject(condition) || condition.key === undefined) continue;
      const path = [...this.#path, 'properties', name, 'key'];
      problems.push(this.#source.keyProblem(path, `\`${nameOf(path)}\` must be left out: the key is \`${name}\`.`));
    }
    return { properties: conditionsOf(properties) };
  }

  /** Reads `within` in seconds; a text that is no duration becomes a problem. */
  #within({ within }: Record<string, unknown>, problems: FileProblem[]) {
    if (typeof within !== 'string') return {};
    const seconds = parseDuration(within);
    if (seconds !== null) return { within: seconds };
    const path = [...this.#path, 'within'];
    const rule = `must be ${durationRule}, or seconds`;
    problems.push(this.#source.problem(path, `\`${nameOf(path)}\` ${rule}; got ${JSON.stringify(within)}.`));
    return { within: null };
  }

  /** Returns the path in the file for a path in the request. */
  #written(sent: Path): Path {
    const [field, index, part, ...rest] = sent;
    if (field !== 'properties' || this.#mapped === null || typeof index !== 'number') return [...this.#path, ...sent];
    const name = this.#mapped[index] ?? '';
    const isPlain = !isJsonObject(Object(Object(this.#given).properties)[name]);
    const inside = part === undefined || part === 'key' || (part === 'value' && isPlain) ? [] : [part, ...rest];
    return [...this.#path, field, name, ...inside];
  }

  /** Splits the name of a field. Names may hold `__` too: the longest existing one counts. */
  #split(attr: string): Path {
    const parts = attr === '' ? [] : attr.split('__');
    const path: (string | number)[] = [];
    while (parts.length > 0) {
      const isIndex = path[0] === 'properties' && path.length === 1;
      path.push(isIndex ? Number(parts.shift()) : this.#takeName(path, parts));
    }
    return path;
  }

  #takeName(path: Path, parts: string[]): string {
    const holder = path.reduce<unknown>((value, key) => Object(value)[key], this.#given);
    for (let count = parts.length; count > 1; count -= 1) {
      const name = parts.slice(0, count).join('__');
      if (Object.hasOwn(Object(holder), name)) return parts.splice(0, count).join('__');
    }
    return parts.shift() ?? '';
  }
}
