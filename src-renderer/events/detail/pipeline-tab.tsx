import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { EventDetail, PipelineStage } from '#server/events/contract.ts';
import classes from './pipeline-tab.module.css';

const stageWords: Record<PipelineStage['stage'], string> = {
  received: 'Received',
  decoded: 'Decoded',
  keyed: 'Key checked',
  normalized: 'Made an event',
  stored: 'Stored',
  person: 'Person',
  answered: 'Answered',
};
const outcomes = {
  ok: { Icon: IconCircleCheck, word: 'done' },
  warning: { Icon: IconAlertTriangle, word: 'with a warning' },
  failed: { Icon: IconCircleX, word: 'failed' },
  skipped: { Icon: IconCircleDashed, word: 'not reached' },
} as const;

/** The event's way through the server, stage by stage. */
export function PipelineTab({ event }: { event: EventDetail }) {
  if (event.pipeline.length === 0) {
    return <p className={classes.detail}>This event is older than the log of its way reaches.</p>;
  }
  return (
    <ol className={classes.stages} aria-label="Pipeline">
      {event.pipeline.map((stage) => (
        <Stage key={stage.stage} stage={stage} />
      ))}
    </ol>
  );
}

function Stage({ stage }: { stage: PipelineStage }) {
  const { Icon, word } = outcomes[stage.outcome];
  const facts = Object.entries(stage.facts).filter(([, value]) => value !== null && value !== '');
  return (
    <li className={classes.stage} data-outcome={stage.outcome}>
      <span className={classes.dot}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={classes.body}>
        <h3 className={classes.name}>
          {stageWords[stage.stage]} <span className={classes.outcome}>{word}</span>
        </h3>
        <p className={classes.detail}>{stage.detail}</p>
        {facts.length > 0 && (
          <dl className={classes.facts}>
            {facts.map(([name, value]) => (
              <div key={name} className={classes.fact}>
                <dt>{name.replaceAll('_', ' ')}</dt>
                <dd>{String(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}
