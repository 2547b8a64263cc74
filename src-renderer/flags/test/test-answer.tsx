import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconTerminal2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import { useServerStatus } from '../../api/status.ts';
import { asCurl } from '../../events/detail/copy-as.ts';
import { useProject } from '../../projects/current-project.ts';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import type { EvaluationQuestion } from '../queries.ts';
import { type Now, reasonSentences, reasonWords, valueWords, whyDifferent } from '../reasons.ts';
import { ValueMark } from '../variants/value-mark.tsx';
import { BucketingLine } from './bucketing-line.tsx';
import { ConditionOutcomes } from './condition-outcomes.tsx';
import classes from './test-panel.module.css';
import { publicQuestion } from './test-question.ts';

type Props = {
  evaluation: Evaluation;
  person: { id: number; name: string } | null;
  question: EvaluationQuestion;
  groupType: string | null;
  /** The flag's variant keys in order. */
  variants: readonly string[];
  now: Now;
  /** The answer to the question before, while the next is on its way or not complete. */
  isStale: boolean;
};

/** The value, its reason, where the id falls, how each condition went, and what was really served last. */
export function TestAnswer({ evaluation, person, question, groupType, variants, now, isStale }: Props) {
  const sentences = reasonSentences(evaluation, groupType);
  return (
    <div className={classes.answer} data-stale={isStale || undefined}>
      <div className={classes.top}>
        <div className={classes.valueLine} role="status">
          <ValueMark value={evaluation.value} variants={variants} large />
          <span className={classes.code}>{reasonWords[evaluation.reason.code]}</span>
        </div>
        <CopyCurl question={question} isDraft={now.isDraft} />
      </div>
      <p className={classes.reason} aria-live="polite">
        {sentences.join(' ')}
      </p>
      <Facts evaluation={evaluation} person={person} />
      <Served evaluation={evaluation} now={now} variants={variants} />
      <h3 className={classes.heading}>Where it falls</h3>
      <BucketingLine evaluation={evaluation} />
      {evaluation.conditions.length > 0 && (
        <>
          <h3 className={classes.heading}>Conditions</h3>
          <ConditionOutcomes conditions={evaluation.conditions} isTested={evaluation.bucketing !== null} />
        </>
      )}
    </div>
  );
}

function Facts({ evaluation, person }: Pick<Props, 'evaluation' | 'person'>) {
  return (
    <>
      {evaluation.payload !== null && (
        <p className={classes.payload}>
          Payload <Copyable value={evaluation.payload} label="payload" />
        </p>
      )}
      <p className={classes.person}>
        {person === null ? (
          'Nobody known has this id: only what is typed here counts.'
        ) : (
          <>
            Stored properties are those of{' '}
            <Link to="/persons/$personId" params={{ personId: person.id }}>
              {person.name}
            </Link>
            .
          </>
        )}
      </p>
    </>
  );
}

function CopyCurl({ question, isDraft }: { question: EvaluationQuestion; isDraft: boolean }) {
  const project = useProject();
  const { status } = useServerStatus(project.id);
  const clipboard = useClipboard({ timeout: 1500 });
  const origin = status?.url.replace(/\/$/, '') ?? location.origin;
  const copy = () => {
    const body = JSON.stringify(publicQuestion(question, project.api_key ?? ''), null, 2);
    clipboard.copy(asCurl({ path: '/flags/?v=2', body, uuid: null }, origin));
  };
  const title = isDraft ? 'What an app would ask. It is answered by the saved flags.' : 'What an app would ask';
  const icon = clipboard.copied ? IconCheck : IconTerminal2;
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={project.api_key === null}
      title={project.api_key === null ? 'All keys of this project are revoked' : title}
      leftSection={<Icon of={icon} />}
      onClick={copy}
    >
      {clipboard.copied ? 'Copied' : 'Copy as curl'}
    </Button>
  );
}

function Served({ evaluation, now, variants }: { evaluation: Evaluation; now: Now; variants: readonly string[] }) {
  const { served } = evaluation;
  const why = whyDifferent(evaluation, now);
  if (served === null) return <p className={classes.served}>No app has been served this flag for this person yet.</p>;
  const by = served.client === null ? 'a client without a name' : served.client;
  if (why === null) {
    return (
      <p className={classes.served}>
        Served last: <ValueMark value={served.value} variants={variants} /> (<RelativeTime date={served.at} />, {by},{' '}
        <code>{served.path}</code>, version {served.version}), the same as now.
      </p>
    );
  }
  return (
    <p className={classes.differs}>
      <Icon of={IconAlertTriangle} size={16} />
      <span>
        Served last: <b>{valueWords(served.value)}</b> (<RelativeTime date={served.at} />, {by},{' '}
        <code>{served.path}</code>
        ). Would be <b>{valueWords(evaluation.value)}</b> now, because {why}.
      </span>
    </p>
  );
}
