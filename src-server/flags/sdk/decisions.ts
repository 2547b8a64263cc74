import type { Decoded } from '../../capture/decode/decode.ts';
import { BoundedCache, bytesOfText } from '../../core/bounded-cache.ts';
import { maxJsonLevels } from '../../core/contract.ts';
import { isTooDeep } from '../../core/json/json.ts';
import { maskKeys } from '../../core/mask-keys.ts';
import { malformed } from '../../http/error.ts';
import type { CompiledFlags, ProjectFlags } from '../evaluation/compiled.ts';
import { type Decision, decide, holds } from '../evaluation/decision.ts';
import { type SubjectParts, subjectOf } from '../evaluation/subject.ts';
import { type DecideParameters, parametersOf, readAsked, readParameters } from './decide-input.ts';

/** A request for flags of a project, its last decision, and the last answer with it. `id`: undefined if not cached. */
export type DecideQuestion = {
  readonly id: string | undefined;
  readonly projectId: number;
  readonly project: ProjectFlags;
  readonly asked: DecideParameters;
  decision: Decision | undefined;
  answer: { form: string; text: string } | undefined;
};

type Parts = { compiled: CompiledFlags; subjects: SubjectParts; report(error: unknown): void };

/** Longer answers are not cached: they would evict too many decisions. */
const maxAnswerLength = 4096;
const cachedQuestions = { entries: 20_000, bytes: 32 * 1024 * 1024, bytesOf };
const tooDeep = `it is nested more than ${maxJsonLevels} levels deep`;

/** Decides the flags of requests. Caches decisions: a repeated question only checks the basis of the decision. */
export class Decisions {
  readonly #parts: Parts;
  readonly #questions = new BoundedCache<string, DecideQuestion>(cachedQuestions);
  readonly #projects = new Map<number, ProjectFlags>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Parses the question of a request. Throws ApiError. */
  question(projectId: number, decoded: Decoded): DecideQuestion {
    const text = decoded.text.toString();
    const isWritable = !isTooDeep(text);
    if (!isWritable && maskKeys(text) !== text) throw malformed(tooDeep);
    const parameters = isWritable ? parametersOf(decoded.envelope()) : undefined;
    const id = parameters && `${projectId} ${parameters}`;
    const project = this.#projectOf(projectId);
    const known = id && this.#questions.get(id);
    if (known) return known;
    // Secret keys are masked, as in events.
    const asked = parameters === undefined ? readAsked(decoded.envelope()) : readParameters(maskKeys(parameters));
    return { id, projectId, project, asked, decision: undefined, answer: undefined };
  }

  decide(question: DecideQuestion): Decision {
    const { projectId, project, asked } = question;
    const subject = subjectOf(this.#parts.subjects, projectId, asked, project);
    if (question.decision !== undefined && holds(question.decision, subject)) return question.decision;
    const { keys } = asked;
    const flags = keys === undefined ? project.flags : keys.flatMap((key) => project.byKey.get(key) ?? []);
    const made = decide(flags, subject, this.#parts.report);
    const decision = { ...made, hasErrors: made.hasErrors || project.hasErrors };
    question.decision = decision;
    question.answer = undefined;
    this.#remember(question);
    return decision;
  }

  /** Returns a form of the answer with the last decision: the same text if it was the last form too, or what `write` returns. */
  answer(question: DecideQuestion, form: string, write: () => string): string {
    if (question.answer?.form === form) return question.answer.text;
    const text = write();
    if (text.length <= maxAnswerLength) {
      question.answer = { form, text };
      this.#remember(question);
    }
    return text;
  }

  #remember(question: DecideQuestion): void {
    if (question.id !== undefined && question.decision?.basis) this.#questions.set(question.id, question);
  }

  /** Drops all decisions when flags change: they hold the former flags. */
  #projectOf(projectId: number): ProjectFlags {
    const project = this.#parts.compiled.of(projectId);
    if (this.#projects.get(projectId) !== project) {
      this.#projects.set(projectId, project);
      this.#questions.clear();
    }
    return project;
  }
}

/** Estimates the bytes of a question, whose parameters are kept as text and parsed. */
function bytesOf(id: string, { decision, answer }: DecideQuestion): number {
  const ofAnswer = answer === undefined ? 0 : 150 + Buffer.byteLength(answer.text);
  return 500 + 3 * bytesOfText(id) + 16 * (decision?.outcomes.length ?? 0) + ofAnswer;
}
