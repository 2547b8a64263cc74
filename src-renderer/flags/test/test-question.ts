import { isJsonObject } from '#server/core/contract.ts';
import type { Flag } from '#server/flags/contract.ts';
import { type FlagDraft, flagDraft } from '#server/flags/evaluation/evaluation-contract.ts';
import { type JsonProblem, readJson } from '../../ui/json/json-error.ts';
import { flagChanges } from '../history/changes.ts';
import type { EvaluationQuestion } from '../queries.ts';
import { words } from './words.tsx';

/** Properties as typed, JSON text; '' is none. */
export type TestGroup = { id: string; type: string; key: string; properties: string };
export type TestSubject = { distinctId: string; properties: string; groups: TestGroup[] };

type Read = { value: Record<string, unknown> } | { problem: JsonProblem };

/** Parses a JSON object; empty text is an empty object. */
export function readProperties(text: string): Read {
  if (text.trim() === '') return { value: {} };
  const read = readJson(text);
  if ('problem' in read) return read;
  if (!isJsonObject(read.value)) return { problem: { line: 1, column: 1, message: words.subject.notAnObject } };
  return { value: read.value };
}

/**
 * Returns the question for a subject; null without a distinct id or with invalid JSON. Incomplete groups are left out. Spaces
 * around an id are part of it, as in events.
 */
export function subjectQuestion(subject: TestSubject): EvaluationQuestion | null {
  const properties = readProperties(subject.properties);
  if (subject.distinctId.trim() === '' || 'problem' in properties) return null;
  const question = { distinct_id: subject.distinctId, person_properties: properties.value };
  const groups: Record<string, string> = {};
  const groupProperties: Record<string, Record<string, unknown>> = {};
  for (const { type, key, properties: text } of subject.groups) {
    if (type.trim() === '' || key.trim() === '') continue;
    const read = readProperties(text);
    if ('problem' in read) return null;
    groups[type] = key;
    if (Object.keys(read.value).length > 0) groupProperties[type] = read.value;
  }
  return { ...question, groups, group_properties: groupProperties };
}

/** Returns whether an editor's draft differs from the saved flag; true when it is invalid. */
export function isUnsaved(flag: Flag, draft: FlagDraft): boolean {
  const parsed = flagDraft.safeParse(draft);
  if (!parsed.success) return true;
  const { key, active, ensure_experience_continuity, filters } = parsed.data;
  return flagChanges(flag, { ...flag, key, active, ensure_experience_continuity, filters }).length > 0;
}

/** Returns the body of a public `/flags/` request with the same question. */
export function publicQuestion(question: EvaluationQuestion, projectKey: string): Record<string, unknown> {
  const optional = ['groups', 'person_properties', 'group_properties'] as const;
  const given = optional.filter((name) => Object.keys(question[name] ?? {}).length > 0);
  return {
    api_key: projectKey,
    distinct_id: question.distinct_id,
    ...Object.fromEntries(given.map((name) => [name, question[name]])),
  };
}
