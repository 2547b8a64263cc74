import { IconAlertTriangle } from '@tabler/icons-react';
import { controlKey, type Experiment } from '#server/experiments/contract.ts';
import { populationWords } from '../../../flags/conditions/reach-line.tsx';
import { ReleaseConditions } from '../../../flags/conditions/release-conditions.tsx';
import { useGroupTypes } from '../../../persons/group-types.ts';
import { formatCount } from '../../../ui/format.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { SkeletonRows } from '../../../ui/table/skeleton-rows.tsx';
import classes from '../experiment-editor.module.css';
import type { ExperimentFormState } from '../use-experiment-form.ts';

type Props = { experiment: Experiment | null; state: ExperimentFormState };

/** Who takes part: the release conditions of the flag, saved with the experiment. */
export function Audience({ experiment, state }: Props) {
  const { audience, link, reach } = state;
  const groupTypes = useGroupTypes(audience.form.groupTypeIndex);
  if (link.kind === 'deleted') {
    return (
      <Section title="Audience">
        <p className={classes.hint}>Nobody takes part while the flag is deleted. Restore it, or give another key.</p>
      </Section>
    );
  }
  if (link.kind === 'unknown' && link.flag === null && experiment !== null) {
    return (
      <Section title="Audience">
        <SkeletonRows rows={2} label="Loading the audience" />
      </Section>
    );
  }
  const groupType = groupTypes.find(({ index }) => index === audience.form.groupTypeIndex)?.name ?? null;
  const isFixed = audience.form.conditions.some(({ variant }) => variant !== null);
  return (
    <div className={classes.audience}>
      <ReleaseConditions
        title="Audience"
        state={audience}
        groupTypes={groupTypes}
        reach={reach}
        isLocked={false}
        groupType={groupType}
      />
      {reach !== null && reach.known > 0 && audience.form.conditions.length > 1 && (
        <p className={classes.reach} data-stale={reach.isStale || undefined}>
          About <b>{formatCount(reach.reached)}</b> of{' '}
          {populationWords(reach, groupType === null ? 'persons' : `${groupType} groups`)} would take part.
        </p>
      )}
      {groupType !== null && (
        <p className={classes.note} data-tone="warning">
          <Icon of={IconAlertTriangle} />
          <span>
            All people of one {groupType} get the same variant, yet each person is counted alone. They are more alike
            than the statistics take them to be, so a difference looks surer than it is.
          </span>
        </p>
      )}
      {isFixed && (
        <p className={classes.note} data-tone="warning">
          <Icon of={IconAlertTriangle} />
          <span>
            A condition gives everybody in it one variant. They are not drawn by chance, and so are no fair comparison
            with {controlKey}.
          </span>
        </p>
      )}
      {experiment?.status === 'running' && audience.isDirty && (
        <p className={classes.note} data-tone="warning" role="status">
          <Icon of={IconAlertTriangle} />
          <span>
            The experiment is running: from now on other people take part than before. The results will say so.
          </span>
        </p>
      )}
    </div>
  );
}
