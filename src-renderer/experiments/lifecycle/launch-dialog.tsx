import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { dayMs } from '#server/core/text/time-contract.ts';
import type { Experiment } from '#server/experiments/contract.ts';
import type { LaunchWarning } from '#server/experiments/lifecycle/launch/launch-contract.ts';
import { plannedDays, plannedPeople } from '#server/experiments/results/schedule-contract.ts';
import { rolloutWords } from '../../flags/conditions/rollout-words.ts';
import { flagQuery } from '../../flags/queries.ts';
import { variantColor } from '../../flags/variants/variant-color.ts';
import { useProject } from '../../projects/current-project.ts';
import { SplitBar } from '../../ui/charts/split-bar.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { launchWarningWords } from '../launch-warning-words.ts';
import { experimentQuery, useUpdateExperiment } from '../queries.ts';
import { metricWords } from '../setup/metrics/metric-words.ts';
import classes from './life-dialog.module.css';
import { lifecycleWords } from './words.tsx';

const { launch: text } = lifecycleWords;

/** The warnings with which a launch leaves its flag on or off as it is. */
const unchanged: LaunchWarning['kind'][] = ['already_on', 'flag_stays_off', 'flag_deleted'];

/** `onLaunched` is called before the dialog closes. */
type Props = { experiment: Experiment; isUnsaved: boolean; onLaunched: () => void; onClose: () => void };

/** Says what a launch does, and what to check before it. */
export function LaunchDialog({ experiment, isUnsaved, onLaunched, onClose }: Props) {
  const project = useProject();
  const client = useQueryClient();
  const update = useUpdateExperiment(project.id);
  const { data: flag } = useQuery({
    ...flagQuery(project.id, experiment.feature_flag ?? 0),
    enabled: experiment.feature_flag !== null,
  });
  const { launch_warnings: saved, feature_flag_key: key } = experiment;
  const warnings = [...(isUnsaved ? [text.unsaved] : []), ...saved.map(launchWarningWords)];
  const turnsOn = !saved.some(({ kind }) => unchanged.includes(kind));
  const launch = async () => {
    const { status } = await client.fetchQuery({ ...experimentQuery(project.id, experiment.id), staleTime: 0 });
    // Launched elsewhere meanwhile: another start would leave out the data since then.
    if (status === 'draft') await update.mutateAsync({ id: experiment.id, start_date: 'now' });
    if (status !== 'complete') notifications.show({ message: text.done(experiment.name) });
    onLaunched();
  };
  const [days, people] = [plannedDays(experiment), plannedPeople(experiment)];
  return (
    <ConfirmDialog
      isHarmless
      size="lg"
      title={text.title(experiment.name)}
      verb={text.verb}
      onConfirm={launch}
      onClose={onClose}
    >
      <ul className={classes.points}>
        <li>
          {turnsOn ? text.flag(key) : text.unchangedFlag(key)}{' '}
          {flag !== undefined && text.whoGets(rolloutWords(flag.filters, null))}
          <Split experiment={experiment} />
        </li>
        <li>
          {text.counting}
          <span className={classes.dim}>{text.metric(metricWords(experiment.filters))}</span>
        </li>
        <li>{text.fixed}</li>
        {(days !== null || people !== null) && <li>{text.plan(people, days, inDays(days ?? 0))}</li>}
      </ul>
      {warnings.length > 0 && (
        <section className={classes.warnings} aria-label={text.warnings}>
          <h3 className={classes.warningsTitle}>{text.warnings}</h3>
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
        label={text.split}
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

/** Returns the ISO date that many days from now, in UTC. */
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
