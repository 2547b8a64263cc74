import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml';
import { isRounded } from '#server/core/json/parse-json-contract.ts';
import type { FileProblem } from '../failure.ts';

/** The keys and indexes that lead to a value. */
export type Path = readonly (string | number)[];

/** `offset`: start of the value; for a key, of the key. */
type Place = { path: Path; offset: number; keyOffset: number };

/** Max values of a file, including aliases, which can blow up a few lines. */
const maxValues = 100_000;

/** The values of a YAML file, and their positions. */
export class YamlSource {
  readonly value: unknown;
  readonly syntaxProblems: FileProblem[];
  readonly #file: string;
  readonly #text: string;
  readonly #lines = new LineCounter();
  readonly #places = new Map<string, Place>();
  #values = 0;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    this.syntaxProblems = document.errors.map(({ message, pos }) => this.#problem(pos[0], sentenceOf(message)));
    const offset = document.contents?.range[0] ?? 0;
    this.#note([], offset, offset);
    this.value = this.syntaxProblems.length > 0 ? undefined : this.#read(document, document.contents, [], []);
    if (this.#values > maxValues) this.syntaxProblems.push(this.#problem(offset, `More than ${maxValues} values.`));
  }

  /** Makes a problem with a value; if the path does not exist, at the nearest value that holds it. */
  problem(path: Path, message: string): FileProblem {
    return this.#problem(this.#nearest(path).offset, message);
  }

  /** Makes a problem with a key itself. */
  keyProblem(path: Path, message: string): FileProblem {
    return this.#problem(this.#nearest(path).keyOffset, message);
  }

  #problem(offset: number, message: string): FileProblem {
    const { line, col: column } = this.#lines.linePos(offset);
    const start = this.#lines.lineStarts[line - 1] ?? 0;
    const [text = ''] = this.#text.slice(start).split(/\r?\n/, 1);
    const number = String(line);
    const mark = `${' '.repeat(number.length)} | ${' '.repeat(column - 1)}^`;
    return {
      file: this.#file,
      line,
      column,
      message,
      excerpt: `  ${number} | ${text.replaceAll('\t', ' ')}\n  ${mark}`,
    };
  }

  #nearest(path: Path): Place {
    const place = this.#places.get(JSON.stringify(path));
    if (place !== undefined || path.length === 0) return place ?? { path: [], offset: 0, keyOffset: 0 };
    return this.#nearest(path.slice(0, -1));
  }

  #note(path: Path, offset: number, keyOffset: number): void {
    this.#places.set(JSON.stringify(path), { path, offset, keyOffset });
  }

  /** Reads a node. `within`: the aliases that are being followed, as one may lead to itself. */
  #read(document: Document, node: unknown, path: Path, within: Node[]): unknown {
    this.#values += 1;
    if (this.#values > maxValues) return null;
    if (isAlias(node)) {
      const target = node.resolve(document);
      return target === undefined || within.includes(target)
        ? null
        : this.#read(document, target, path, [...within, target]);
    }
    if (isScalar(node)) return scalarOf(node);
    if (isSeq(node))
      return node.items.map((item, index) => this.#child(document, item, [...path, index], null, within));
    if (!isMap(node)) return null;
    return Object.fromEntries(
      node.items.map(({ key, value }) => {
        const name = String(isScalar(key) ? key.value : key);
        return [name, this.#child(document, value, [...path, name], isScalar(key) ? key : null, within)];
      }),
    );
  }

  #child(document: Document, node: unknown, path: Path, key: Node | null, within: Node[]): unknown {
    const offset = rangeOf(node) ?? rangeOf(key) ?? this.#nearest(path).offset;
    this.#note(path, offset, rangeOf(key) ?? offset);
    return this.#read(document, node, path, within);
  }
}

/** Returns the digits of an integer that a number cannot hold, as text: so they are compared. */
const scalarOf = ({ value, source = '' }: Scalar): unknown => (isRounded(value, source) ? source : value);

const rangeOf = (node: unknown): number | undefined =>
  isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range?.[0] : undefined;

const sentenceOf = (message: string) => `${message.replace(/\.$/, '')}.`;
