import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import type { EventDetail, PipelineStage } from '#server/events/contract.ts';
import { Icon } from '../../ui/icon.tsx';
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
  ok: { icon: IconCircleCheck, word: 'done' },
  warning: { icon: IconAlertTriangle, word: 'with a warning' },
  failed: { icon: IconCircleX, word: 'failed' },
  skipped: { icon: IconCircleDashed, word: 'not reached' },
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
  const { icon, word } = outcomes[stage.outcome];
  const facts = Object.entries(stage.facts).filter(([, value]) => value !== null && value !== '');
  return (
    <li className={classes.stage} data-outcome={stage.outcome}>
      <span className={classes.dot}>
        <Icon of={icon} size={18} />
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
