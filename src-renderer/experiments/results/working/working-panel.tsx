import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useId } from 'react';
import type { MetricResult } from '#server/experiments/results/results-contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { words } from '../words.ts';
import classes from './working.module.css';
import type { WorkingGroup } from './working-group.ts';
import { workingOf, workingText } from './working-words.ts';

const { details: text } = words;

/** Shows every number of a metric with its formula and inputs, so that anybody can recalculate it. */
export function WorkingPanel({ metric }: { metric: MetricResult }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const groups = workingOf(metric);
  return (
    <>
      <div className={classes.line}>
        <span>{text.workingNote}</span>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={clipboard.copied ? <Icon of={IconCheck} /> : <Icon of={IconCopy} />}
          onClick={() => clipboard.copy(workingText(groups))}
        >
          {clipboard.copied ? text.copied : text.copyWorking}
        </Button>
      </div>
      <div className={classes.groups}>
        {groups.map((group) => (
          <Group key={group.title} group={group} />
        ))}
      </div>
    </>
  );
}

function Group({ group: { title, note, lines } }: { group: WorkingGroup }) {
  const id = useId();
  return (
    <section className={classes.group} aria-labelledby={id}>
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      {note !== null && (
        <p className={classes.note}>
          <Terms>{note}</Terms>
        </p>
      )}
      <dl className={classes.lines}>
        {lines.map(({ name, value, formula, inputs }) => (
          <div key={name} className={classes.entry}>
            <dt>
              <Terms>{name}</Terms>
            </dt>
            <dd className={classes.value}>{value}</dd>
            {(formula !== '' || inputs !== '') && (
              <dd className={classes.how}>
                {formula}
                {inputs !== '' && <span className={classes.inputs}>{inputs}</span>}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}
