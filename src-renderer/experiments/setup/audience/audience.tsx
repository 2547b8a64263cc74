import type { Experiment } from '#server/experiments/contract.ts';
import { populationWords } from '../../../flags/conditions/reach-line.tsx';
import { ReleaseConditions } from '../../../flags/conditions/release-conditions.tsx';
import { useGroupTypes } from '../../../persons/group-types.ts';
import { Callout } from '../../../ui/feedback/callout.tsx';
import layout from '../../../ui/layout.module.css';
import { Section } from '../../../ui/page/section.tsx';
import { SkeletonRows } from '../../../ui/table/skeleton-rows.tsx';
import looks from '../../../ui/text.module.css';
import { launchWarningWords } from '../../launch-warning-words.ts';
import classes from '../experiment-editor.module.css';
import type { ExperimentFormState } from '../use-experiment-form.ts';
import { words } from '../words.tsx';

const { audience: text } = words;

type Props = { experiment: Experiment | null; state: ExperimentFormState };

/** Edits the release conditions of the flag, saved with the experiment. */
export function Audience({ experiment, state }: Props) {
  const { audience, link, reach } = state;
  const groupTypes = useGroupTypes(audience.form.groupTypeIndex);
  if (link.kind === 'deleted') {
    return (
      <Section title={text.title}>
        <p className={looks.note}>{text.deleted}</p>
      </Section>
    );
  }
  if (link.kind === 'unknown' && link.flag === null && experiment !== null) {
    return (
      <Section title={text.title}>
        <SkeletonRows rows={2} label={text.loading} />
      </Section>
    );
  }
  const groupType = groupTypes.find(({ index }) => index === audience.form.groupTypeIndex)?.name ?? null;
  const warnings = state.warnings.filter(
    ({ kind }) => kind === 'by_group' || (kind === 'fixed_variants' && experiment?.status !== 'complete'),
  );
  return (
    <div className={layout.stack}>
      <ReleaseConditions
        title={text.title}
        state={audience}
        groupTypes={groupTypes}
        reach={reach}
        isLocked={false}
        groupType={groupType}
      />
      {experiment?.status !== 'complete' &&
        reach !== null &&
        reach.known > 0 &&
        audience.form.conditions.length > 1 && (
          <p className={classes.reach} data-stale={reach.isStale || undefined}>
            {text.reach(reach.reached, populationWords(reach, groupType))}
          </p>
        )}
      {warnings.map((warning) => (
        <Callout key={warning.kind}>{launchWarningWords(warning)}</Callout>
      ))}
      {experiment?.status === 'running' && audience.isDirty && <Callout role="status">{text.changesRun}</Callout>}
    </div>
  );
}
