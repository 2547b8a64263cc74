import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { type FlagDraft, flagDraft } from '#server/flags/evaluation/evaluation-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useGroupTypes } from '../../persons/group-types.ts';
import { useProject } from '../../projects/current-project.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { Section } from '../../ui/page/section.tsx';
import { SkeletonRows } from '../../ui/table/skeleton-rows.tsx';
import { type EvaluationQuestion, evaluationQuery } from '../queries.ts';
import { variantKeys } from '../variants/value-mark.tsx';
import { TestAnswer } from './test-answer.tsx';
import classes from './test-panel.module.css';
import { isUnsaved, subjectQuestion, type TestGroup, type TestSubject } from './test-question.ts';
import { newGroup, TestSubjectForm } from './test-subject.tsx';
import { useTestPerson } from './use-test-person.ts';

const SETTLE_MS = 200;
/** What was served last goes on while the panel is open. */
const REFRESH_MS = 5_000;

/**
 * What the flag is for somebody, and why: of the draft as it stands in the editor, or of the saved flag while that is the
 * same or cannot be read (`draft` null). `flag` is null for a new one.
 */
export function TestPanel({ flag, draft }: { flag: Flag | null; draft: FlagDraft | null }) {
  const asked = draft !== null && (flag === null || isUnsaved(flag, draft)) ? draft : null;
  const filters = asked === null ? flag?.filters : flagDraft.safeParse(asked).data?.filters;
  const types = useGroupTypes(null);
  const groupType = types.find(({ index }) => index === filters?.aggregation_group_type_index)?.name ?? null;
  const [subject, change] = useSubject(groupType);
  return (
    <Section title="Test" actions={<Asked flag={flag} isDraft={asked !== null} isInvalid={draft === null} />}>
      <div className={classes.panel}>
        <TestSubjectForm subject={subject} onChange={change} />
        <Answer
          flag={flag}
          draft={asked}
          subject={subject}
          groupType={groupType}
          variants={filters === undefined ? [] : variantKeys({ filters })}
        />
      </div>
    </Section>
  );
}

function Asked({ flag, isDraft, isInvalid }: { flag: Flag | null; isDraft: boolean; isInvalid: boolean }) {
  if (isDraft) return <StatusChip tone="info">unsaved draft</StatusChip>;
  if (flag === null) {
    return (
      <StatusChip tone="neutral" quiet>
        not ready yet
      </StatusChip>
    );
  }
  if (isInvalid) return <StatusChip tone="warning">saved version {flag.version}: the draft is unfinished</StatusChip>;
  return (
    <StatusChip tone="neutral" quiet>
      saved version {flag.version}
    </StatusChip>
  );
}

type AnswerProps = {
  flag: Flag | null;
  /** Evaluated in place of the saved flag; null where that is asked. */
  draft: FlagDraft | null;
  subject: TestSubject;
  groupType: string | null;
  variants: string[];
};

function Answer({ flag, draft, subject, groupType, variants }: AnswerProps) {
  const project = useProject();
  const refusal = useRefusal('write');
  const wanted = refusal === undefined ? subjectQuestion(subject) : null;
  const question = useLastGiven(useSettled(wanted === null ? null : ofFlag(wanted, flag, draft)));
  const query = useQuery({ ...evaluationQuery(project.id, question), refetchInterval: REFRESH_MS });
  if (refusal !== undefined) return <p className={classes.hint}>{refusal}</p>;
  if (flag === null && draft === null) {
    return <p className={classes.hint}>Give the flag a key and finish its conditions to test it here.</p>;
  }
  if (flag?.deleted === true && draft === null) {
    return <p className={classes.hint}>The flag is deleted: no app gets it. Restore it to test it.</p>;
  }
  if (subject.distinctId.trim() === '') {
    return <p className={classes.hint}>Name a person, known or not, to see what the flag is for them and why.</p>;
  }
  if (query.isError) return <ErrorNote what="test the flag" error={query.error} />;
  const evaluation = query.data?.results[0];
  if (wanted === null && question === null) {
    return <p className={classes.hint}>Finish the typed properties: they are not JSON yet.</p>;
  }
  if (evaluation === undefined || question === null) return <SkeletonRows rows={5} label="Testing the flag" />;
  return (
    <TestAnswer
      evaluation={evaluation}
      person={query.data?.person ?? null}
      question={question}
      groupType={groupType}
      variants={variants}
      now={{ version: flag?.version ?? null, isDraft: draft !== null }}
      isStale={query.isPlaceholderData || wanted === null}
    />
  );
}

function ofFlag(subject: EvaluationQuestion, flag: Flag | null, draft: FlagDraft | null): EvaluationQuestion | null {
  if (draft !== null) return { ...subject, draft: { ...draft, id: flag?.id ?? null } };
  return flag === null ? null : { ...subject, flag_keys: [flag.key] };
}

/** The question once the typing pauses. Compared as text: it is made anew with each drawing. */
function useSettled(question: EvaluationQuestion | null): EvaluationQuestion | null {
  const [settled] = useDebouncedValue(JSON.stringify(question), SETTLE_MS);
  return useMemo(() => JSON.parse(settled) as EvaluationQuestion | null, [settled]);
}

/** The last question that was whole: while properties are half typed, the answer before stays. */
function useLastGiven(question: EvaluationQuestion | null): EvaluationQuestion | null {
  const [last, setLast] = useState(question);
  if (question !== null && question !== last) setLast(question);
  return question ?? last;
}

/** A flag of groups starts with a group of its type to be named. */
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
