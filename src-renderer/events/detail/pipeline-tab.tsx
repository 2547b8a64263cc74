import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCircleX,
} from '@tabler/icons-react';
import type { EventDetail, PipelineStage } from '#server/events/contract.ts';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import classes from './pipeline-tab.module.css';
import { stageOutcomeWords, stageWords, words } from './words.ts';

const icons = {
  ok: IconCircleCheck,
  warning: IconAlertTriangle,
  failed: IconCircleX,
  skipped: IconCircleDashed,
  not_needed: IconCircleMinus,
} as const satisfies Record<PipelineStage['outcome'], unknown>;

/** Shows the stages that the event passed on the server. */
export function PipelineTab({ event }: { event: EventDetail }) {
  if (event.pipeline.length === 0) {
    return <p className={classes.detail}>{words.pipeline.expired}</p>;
  }
  return (
    <ol className={layout.list} aria-label={words.pipeline.label}>
      {event.pipeline.map((stage) => (
        <Stage key={stage.stage} stage={stage} />
      ))}
    </ol>
  );
}

function Stage({ stage }: { stage: PipelineStage }) {
  const facts = Object.entries(stage.facts).filter(([, value]) => value !== null && value !== '');
  return (
    <li className={classes.stage} data-outcome={stage.outcome}>
      <span className={classes.dot}>
        <Icon of={icons[stage.outcome]} size={18} />
      </span>
      <div className={classes.body}>
        <h3 className={classes.name}>
          {stageWords[stage.stage]} <span className={classes.outcome}>{stageOutcomeWords[stage.outcome]}</span>
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
