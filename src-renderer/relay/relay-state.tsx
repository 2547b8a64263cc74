import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SendErrorKind } from '#server/events/sending/sender-contract.ts';
import type { Relay, RelayStart } from '#server/relay/contract.ts';
import { useGuard, useRefusal } from '../api/permissions.ts';
import { SenderFigures } from '../events/sending/sender-figures.tsx';
import { senderStates, senderWords } from '../events/sending/words.ts';
import { useProject } from '../projects/current-project.ts';
import { ErrorNote } from '../ui/feedback/error-note.tsx';
import { StatusChip } from '../ui/feedback/status-chip.tsx';
import { ConfirmDialog } from '../ui/form/confirm-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { Section } from '../ui/page/section.tsx';
import { Segments } from '../ui/segments.tsx';
import looks from '../ui/text.module.css';
import { relayPreviewQuery, useRetryRelay, useSwitchRelay } from './queries.ts';
import classes from './relay.module.css';
import { refusesAll, relayAdvice, relayWords } from './words.ts';

/** `isSaved`: no setting is being edited: the page shows what is forwarded. */
type Props = { relay: Relay; isSaved: boolean };

/** Shows what the relay does now, and what switches it. */
export function RelayState({ relay, isSaved }: Props) {
  const { state } = relay.status;
  const { label, tone, sentence } = senderStates[state];
  const change = useSwitchRelay(useProject().id, relay);
  return (
    <Section title={senderWords.title}>
      <p className={classes.line} role="status">
        <StatusChip tone={tone}>{label}</StatusChip> {sentence}
      </p>
      {relay.mode === 'off' ? (
        <SwitchOn relay={relay} isSaved={isSaved} change={change} />
      ) : (
        <Progress relay={relay} isSaved={isSaved} change={change} />
      )}
      {change.error !== null && <ErrorNote what={relayWords.switchVerb} error={change.error} />}
    </Section>
  );
}

/** `change`: kept while what it switches is replaced, so that its failure stays. */
type SwitchProps = Props & { change: ReturnType<typeof useSwitchRelay> };

function Progress({ relay, isSaved, change }: SwitchProps) {
  const { status } = relay;
  const adviceOn = ({ kind }: { kind: SendErrorKind }) =>
    kind === 'rejected' && status.state === 'refused' ? refusesAll : relayAdvice[kind];
  return (
    <>
      <SenderFigures status={status} adviceOn={adviceOn} />
      <Switches relay={relay} isSaved={isSaved} change={change} />
    </>
  );
}

function Switches({ relay, isSaved, change }: SwitchProps) {
  const retry = useRetryRelay(useProject().id);
  const [isAsked, setIsAsked] = useState(false);
  const guard = useGuard('administer');
  const mayRetry = useGuard('write');
  const isPaused = relay.mode === 'paused';
  const { waiting } = relay.status;
  return (
    <>
      <div className={classes.line}>
        <Button
          variant="default"
          leftSection={<Icon of={isPaused ? IconPlayerPlay : IconPlayerPause} />}
          loading={change.isPending}
          disabled={isPaused && !isSaved}
          {...guard}
          onClick={() => change.mutate({ mode: isPaused ? 'on' : 'paused' })}
        >
          {isPaused ? relayWords.resume : relayWords.pause}
        </Button>
        {relay.status.next_attempt_at !== null && (
          <Button
            variant="default"
            leftSection={<Icon of={IconRefresh} />}
            loading={retry.isPending}
            {...mayRetry}
            onClick={() => retry.mutate()}
          >
            {senderWords.retry}
          </Button>
        )}
        <Button variant="subtle" {...guard} onClick={() => setIsAsked(true)}>
          {relayWords.turnOff}
        </Button>
      </div>
      {isPaused && !isSaved && <p className={looks.note}>{relayWords.saveFirst}</p>}
      {retry.error !== null && <ErrorNote what={senderWords.retryVerb} error={retry.error} />}
      {isAsked && (
        <ConfirmDialog
          title={relayWords.offTitle}
          verb={relayWords.turnOffVerb}
          onConfirm={() => change.mutateAsync({ mode: 'off' })}
          onClose={() => setIsAsked(false)}
        >
          <p>{relayWords.offConsequence(waiting.count, waiting.is_complete)}</p>
          <p>{relayWords.offKeeps}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function SwitchOn({ relay, isSaved, change }: SwitchProps) {
  const project = useProject();
  const [start, setStart] = useState<RelayStart>('now');
  const refusal = useRefusal('administer');
  const isComplete = relay.address !== null && relay.api_key !== null;
  const { data: stored } = useQuery(relayPreviewQuery(project.id, start === 'all' ? relay.filter : null));
  if (!isComplete) return <p className={looks.note}>{relayWords.incomplete}</p>;
  return (
    <>
      <div className={classes.line}>
        {relayWords.start}
        <Segments label={relayWords.start} names={relayWords.starts} value={start} onChange={setStart} />
        <Button
          disabled={refusal !== undefined || !isSaved}
          loading={change.isPending}
          onClick={() => change.mutate({ mode: 'on', start })}
        >
          {relayWords.turnOn}
        </Button>
      </div>
      <p className={looks.note} role="status">
        {refusal ??
          (!isSaved
            ? relayWords.saveFirst
            : start === 'now'
              ? relayWords.startHints.now
              : stored !== undefined && relayWords.startHints.all(stored.count, stored.is_complete))}
      </p>
    </>
  );
}
