import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { type FlagDraft, flagDraft } from '#server/flags/evaluation/evaluation-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useGroupTypes } from '../../persons/group-types.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { useSettled } from '../../ui/form/use-settled.ts';
import { Section } from '../../ui/page/section.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import looks from '../../ui/text.module.css';
import { type EvaluationQuestion, evaluationQuery } from '../queries.ts';
import { variantKeys } from '../variants/value-mark.tsx';
import { TestAnswer } from './test-answer.tsx';
import classes from './test-panel.module.css';
import { isUnsaved, subjectQuestion, type TestGroup, type TestSubject } from './test-question.ts';
import { newGroup, TestSubjectForm } from './test-subject.tsx';
import { useTestPerson } from './use-test-person.ts';
import { words } from './words.tsx';

/**
 * Evaluates the flag for a person and explains the value: the editor's draft, or the saved flag when the draft is equal or
 * invalid (`draft` null). `flag` is null for a new one.
 */
export function TestPanel({ flag, draft }: { flag: Flag | null; draft: FlagDraft | null }) {
  const evaluated = draft !== null && (flag === null || isUnsaved(flag, draft)) ? draft : null;
  const filters = evaluated === null ? flag?.filters : flagDraft.safeParse(evaluated).data?.filters;
  const types = useGroupTypes(null);
  const groupType = types.find(({ index }) => index === filters?.aggregation_group_type_index)?.name ?? null;
  const [subject, change] = useSubject(groupType);
  return (
    <Section
      title={words.title}
      actions={<TestedVersion flag={flag} isDraft={evaluated !== null} isInvalid={draft === null} />}
    >
      <div className={classes.panel}>
        <TestSubjectForm subject={subject} onChange={change} />
        <Answer
          flag={flag}
          draft={evaluated}
          subject={subject}
          groupType={groupType}
          variants={filters === undefined ? [] : variantKeys({ filters })}
        />
      </div>
    </Section>
  );
}

function TestedVersion({ flag, isDraft, isInvalid }: { flag: Flag | null; isDraft: boolean; isInvalid: boolean }) {
  if (isDraft) return <StatusChip tone="info">{words.tested.draft}</StatusChip>;
  if (flag === null) {
    return (
      <StatusChip tone="neutral" quiet>
        {words.tested.notReady}
      </StatusChip>
    );
  }
  if (isInvalid) return <StatusChip tone="warning">{words.tested.incomplete(flag.version)}</StatusChip>;
  return (
    <StatusChip tone="neutral" quiet>
      {words.tested.saved(flag.version)}
    </StatusChip>
  );
}

type AnswerProps = {
  flag: Flag | null;
  /** Evaluated in place of the saved flag; null to evaluate that. */
  draft: FlagDraft | null;
  subject: TestSubject;
  groupType: string | null;
  variants: string[];
};

function Answer({ flag, draft, subject, groupType, variants }: AnswerProps) {
  const project = useProject();
  const refusal = useRefusal('write');
  const current = refusal === undefined ? subjectQuestion(subject) : null;
  const [settled, isSettled] = useSettled(current === null ? null : ofFlag(current, flag, draft));
  const question = useLastComplete(settled);
  const query = useQuery(evaluationQuery(project.id, question));
  if (refusal !== undefined) return <p className={looks.note}>{refusal}</p>;
  if (flag === null && draft === null) {
    return <p className={looks.note}>{words.missing.draft}</p>;
  }
  if (flag?.deleted === true && draft === null) {
    return <p className={looks.note}>{words.missing.deleted}</p>;
  }
  if (subject.distinctId.trim() === '') {
    return <p className={looks.note}>{words.missing.person}</p>;
  }
  if (query.isError) return <ErrorNote what={words.failed} error={query.error} />;
  const evaluation = query.data?.results[0];
  if (current === null && question === null) {
    return <p className={looks.note}>{words.missing.properties}</p>;
  }
  if (evaluation === undefined || question === null) return <SkeletonRows rows={5} label={words.testing} />;
  return (
    <TestAnswer
      evaluation={evaluation}
      person={query.data?.person ?? null}
      question={question}
      groupType={groupType}
      variants={variants}
      now={{ version: flag?.version ?? null, isDraft: draft !== null }}
      isStale={!isSettled || query.isPlaceholderData || current === null}
    />
  );
}

function ofFlag(subject: EvaluationQuestion, flag: Flag | null, draft: FlagDraft | null): EvaluationQuestion | null {
  if (draft !== null) return { ...subject, draft: { ...draft, id: flag?.id ?? null } };
  return flag === null ? null : { ...subject, flag_keys: [flag.key] };
}

/** Returns the last complete question, which keeps the previous answer while properties are typed. */
function useLastComplete(question: EvaluationQuestion | null): EvaluationQuestion | null {
  const [last, setLast] = useState(question);
  if (question !== null && question !== last) setLast(question);
  return question ?? last;
}

/** Holds the subject of the test; for a flag of groups, it starts with an empty group of its type. */
function useSubject(groupType: string | null): [TestSubject, (part: Partial<TestSubject>) => void] {
  const [distinctId, setDistinctId] = useTestPerson();
  const [properties, setProperties] = useState('');
  const [groups, setGroups] = useState<TestGroup[]>([]);
  const first = useMemo(() => (groupType === null ? [] : [newGroup(groupType)]), [groupType]);
  const change = (part: Partial<TestSubject>) => {
    if (part.distinctId !== undefined) setDistinctId(part.distinctId);
    if (part.properties !== undefined) setProperties(part.properties);
    if (part.groups !== undefined) setGroups(part.groups);
  };
  return [{ distinctId, properties, groups: groups.length === 0 ? first : groups }, change];
}
