import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconTerminal2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import { serverOrigin, useServerStatus } from '../../api/status.ts';
import { asCurl } from '../../events/detail/copy-as.ts';
import { jsonPost } from '../../events/detail/outgoing.ts';
import { useProject } from '../../projects/current-project.ts';
import { projectWords } from '../../projects/words.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Copyable } from '../../ui/feedback/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import looks from '../../ui/text.module.css';
import type { EvaluationQuestion } from '../queries.ts';
import { type Evaluated, flagReasonWords, reasonSentences, valueWords, whyDifferent } from '../reason-words.ts';
import { ValueMark } from '../variants/value-mark.tsx';
import { BucketingLine } from './bucketing-line.tsx';
import { ConditionOutcomes } from './condition-outcomes.tsx';
import classes from './test-panel.module.css';
import { publicQuestion } from './test-question.ts';
import { words } from './words.tsx';

const { answer: text } = words;

type Props = {
  evaluation: Evaluation;
  person: { id: number; name: string } | null;
  question: EvaluationQuestion;
  groupType: string | null;
  /** The flag's variant keys in order. */
  variants: readonly string[];
  now: Evaluated;
  /** The answer to the question before, while the next is on its way or not complete. */
  isStale: boolean;
};

/** Shows the value, its reason, the bucketing, the outcome of each condition, and the last served answer. */
export function TestAnswer({ evaluation, person, question, groupType, variants, now, isStale }: Props) {
  const sentences = reasonSentences(evaluation, groupType);
  return (
    <div className={classes.answer} data-stale={isStale || undefined}>
      <div className={classes.top}>
        <div className={classes.valueLine} role="status">
          <ValueMark value={evaluation.value} variants={variants} large />
          <span className={looks.dim}>{flagReasonWords[evaluation.reason.code]}</span>
        </div>
        <CopyCurl question={question} isDraft={now.isDraft} />
      </div>
      <p className={classes.reason} aria-live="polite">
        {sentences.join(' ')}
      </p>
      <Facts evaluation={evaluation} person={person} />
      <Served evaluation={evaluation} now={now} variants={variants} />
      <h3 className={classes.heading}>{text.bucketing}</h3>
      <BucketingLine evaluation={evaluation} />
      {evaluation.conditions.length > 0 && (
        <>
          <h3 className={classes.heading}>{text.conditions}</h3>
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
          {text.payload} <Copyable value={evaluation.payload} label={text.copyPayload} />
        </p>
      )}
      <p className={classes.person}>
        {person === null
          ? text.unknownPerson
          : text.knownPerson(
              <Link to="/persons/$personId" params={{ personId: person.id }}>
                {person.name}
              </Link>,
            )}
      </p>
    </>
  );
}

function CopyCurl({ question, isDraft }: { question: EvaluationQuestion; isDraft: boolean }) {
  const project = useProject();
  const { status } = useServerStatus(project.id);
  const clipboard = useClipboard({ timeout: 1500 });
  const origin = serverOrigin(status);
  const copy = () => {
    const body = JSON.stringify(publicQuestion(question, project.api_key ?? ''), null, 2);
    clipboard.copy(asCurl(jsonPost('/flags/?v=2', body), origin));
  };
  const title = isDraft ? text.curl.draftHint : text.curl.hint;
  const icon = clipboard.copied ? IconCheck : IconTerminal2;
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={project.api_key === null}
      title={project.api_key === null ? projectWords.noKey : title}
      leftSection={<Icon of={icon} />}
      onClick={copy}
    >
      {clipboard.copied ? text.curl.copied : text.curl.copy}
    </Button>
  );
}

function Served({
  evaluation,
  now,
  variants,
}: {
  evaluation: Evaluation;
  now: Evaluated;
  variants: readonly string[];
}) {
  const { served } = evaluation;
  const why = whyDifferent(evaluation, now);
  if (served === null) return <p className={classes.served}>{text.neverServed}</p>;
  const client = served.client ?? text.unnamedClient;
  const time = <RelativeTime date={served.at} />;
  const path = <code>{served.path}</code>;
  if (why === null) {
    return (
      <p className={classes.served}>
        {text.servedSame(<ValueMark value={served.value} variants={variants} />, time, client, path, served.version)}
      </p>
    );
  }
  return (
    <Callout>
      {text.servedOther(
        <b>{valueWords(served.value)}</b>,
        time,
        client,
        path,
        <b>{valueWords(evaluation.value)}</b>,
        why,
      )}
    </Callout>
  );
}
