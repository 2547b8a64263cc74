import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Experiment } from '#server/experiments/contract.ts';
import { rolloutWords } from '../../flags/conditions/rollout-words.ts';
import { flagQuery } from '../../flags/queries.ts';
import { variantColor } from '../../flags/variants/variant-color.ts';
import { useProject } from '../../projects/current-project.ts';
import { SplitBar } from '../../ui/charts/split-bar.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { formatCount, formatDay } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { missingCodeQuery, useUpdateExperiment } from '../queries.ts';
import { daysWords } from '../results/results-dates.ts';
import { metricWords } from '../setup/metrics/metric-words.ts';
import { launchWarnings } from './launch-warnings.ts';
import classes from './life-dialog.module.css';
import { plannedDays, plannedPeople } from './run-words.ts';

type Props = { experiment: Experiment; isUnsaved: boolean; onClose: () => void };

/** Says what a launch does, and what had better be put right before. */
export function LaunchDialog({ experiment, isUnsaved, onClose }: Props) {
  const project = useProject();
  const update = useUpdateExperiment(project.id);
  const { data: flag } = useQuery({
    ...flagQuery(project.id, experiment.feature_flag ?? 0),
    enabled: experiment.feature_flag !== null,
  });
  const { data: missing } = useQuery(missingCodeQuery(project.id));
  const isCodeMissing = missing?.results.some(({ id }) => id === experiment.id) === true;
  const warnings = launchWarnings({ experiment, flag, isCodeMissing, isUnsaved });
  const launch = async () => {
    await update.mutateAsync({ id: experiment.id, start_date: new Date().toISOString() });
    notifications.show({ message: `“${experiment.name}” is running.` });
  };
  const [days, people] = [plannedDays(experiment), plannedPeople(experiment)];
  return (
    <ConfirmDialog
      isCalm
      size="lg"
      title={`Launch “${experiment.name}”?`}
      verb="Launch"
      onConfirm={launch}
      onClose={onClose}
    >
      <ul className={classes.points}>
        <li>
          The flag <code>{experiment.feature_flag_key}</code> is turned on.{' '}
          {flag !== undefined && <>Who gets a variant: {lowered(rolloutWords(flag.filters, null))}.</>}
          <Split experiment={experiment} />
        </li>
        <li>
          Counting starts now. What happened before does not count.
          <span className={classes.dim}>Primary metric: {metricWords(experiment.filters)}.</span>
        </li>
        <li>
          From now on the keys of the flag and of its variants are fixed. Weights can still be changed; that is recorded
          and warned of.
        </li>
        {(days !== null || people !== null) && (
          <li>It is planned for {planWords(days, people)}. It does not stop by itself.</li>
        )}
      </ul>
      {warnings.length > 0 && (
        <section className={classes.warnings} aria-label="Better put right first">
          <h3 className={classes.warningsTitle}>Better put right first</h3>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>
                <Icon of={IconAlertTriangle} />
                <span>{warning}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ConfirmDialog>
  );
}

function Split({ experiment: { variants } }: { experiment: Experiment }) {
  return (
    <div className={classes.split}>
      <SplitBar
        label="Split"
        parts={variants.map(({ key, rollout_percentage: percent }, index) => ({
          id: key,
          label: key,
          percent,
          color: variantColor(index),
        }))}
      />
    </div>
  );
}

function planWords(days: number | null, people: number | null): string {
  const size = people === null ? '' : `${formatCount(people)} people`;
  return [size, days === null ? '' : `${daysWords(days)}, until ${formatDay(inDays(days))}`]
    .filter(Boolean)
    .join(' and ');
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
/** The ISO date so many days from now, in UTC. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
