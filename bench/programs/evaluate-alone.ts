import { flagInput } from '../../src-server/flags/contract.ts';
import { compileFlag, evaluate } from '../../src-server/flags/evaluation/evaluate.ts';
import { subjectOf } from '../../src-server/flags/evaluation/subject.ts';
import { deciderOf, deciders, sampleFlags, storedProperties } from '../flags.ts';
import { answerBench } from './child.ts';

/** Measures evaluation alone, on one core, with compiled flags and persons in memory as in the server. */
export type EvaluateOptions = { seconds: number };

const flags = sampleFlags.map((sample, index) =>
  compileFlag({ ...flagInput.parse(sample), id: index + 1, version: 1 }, Date.now),
);
const project = {
  flags,
  byKey: new Map(),
  forEveryone: new Map(),
  forPersons: new Map(),
  hasErrors: false,
};
const stored = new Map(Array.from({ length: deciders }, (_, number) => [deciderOf(number), storedProperties(number)]));
const parts = {
  persons: { properties: (_projectId: number, id: string) => stored.get(id), idOf: () => undefined, idsOf: () => [] },
  groups: { typeNames: () => new Map(), typeNamesWith: () => new Map(), properties: () => undefined },
  learnGroupTypes: () => undefined,
  firstIds: { of: () => new Map(), keep: () => undefined },
};

let on = 0;

function evaluateAll(number: number): void {
  const asking = { distinctId: deciderOf(number), groups: {}, personProperties: {}, groupProperties: {} };
  const subject = subjectOf(parts, 1, asking, project);
  for (const flag of flags) if (evaluate(flag, subject).value !== false) on += 1;
}

await answerBench(({ seconds }: EvaluateOptions) => {
  for (let number = 0; number < deciders; number++) evaluateAll(number);
  on = 0;
  let persons = 0;
  const started = performance.now();
  while (performance.now() - started < seconds * 1000) evaluateAll(persons++);
  const elapsed = (performance.now() - started) / 1000;
  return { flags_per_second: (persons * flags.length) / elapsed, on: on / persons };
});
