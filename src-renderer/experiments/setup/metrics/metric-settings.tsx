import { Button, Checkbox } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { kindTraits } from '#server/experiments/metrics/kind-contract.ts';
import { defaultWindowDays } from '#server/experiments/metrics/metric-contract.ts';
import { capShare as defaultShare } from '#server/experiments/results/rules-contract.ts';
import { maxCapShare } from '#server/statistics/contract.ts';
import { Terms } from '../../../metrics/terms.tsx';
import { useField } from '../../../ui/form/field-errors.ts';
import { Choice } from '../../../ui/form/fields/choice.tsx';
import { DefaultNumber } from '../../../ui/form/fields/default-number.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './metric-card.module.css';
import { FilterMenu } from './metric-filters.tsx';
import type { MetricPartProps } from './metric-measure.tsx';
import { words } from './words.ts';

/** Edits how a metric is judged, and within which time. */
export function MetricSettings(props: MetricPartProps) {
  const { metric, of, onSet } = props;
  const takes: readonly string[] = kindTraits[metric.kind].takes;
  return (
    <div className={classes.line}>
      {(metric.kind === 'conversion' || takes.includes('window_days')) && <WindowField {...props} />}
      <Choice
        w={132}
        aria-label={words.directionOf(of)}
        names={words.directions}
        value={metric.direction}
        onChange={(direction) => onSet({ direction })}
      />
      <MinimumEffect {...props} />
      {takes.includes('cap_share') && <Cap {...props} />}
      <FilterMenu onFilter={(row) => onSet({ properties: [...metric.properties, row] })}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon of={IconFilter} />}
          aria-label={words.filter.ofAll(of)}
        >
          {words.filter.all}
        </Button>
      </FilterMenu>
    </div>
  );
}

const Setting = ({ children }: { children: ReactNode }) => <span className={classes.setting}>{children}</span>;

function WindowField({ metric, of, path, onSet }: MetricPartProps) {
  const isConversion = metric.kind === 'conversion';
  const field = useField(`${path}__${isConversion ? 'funnel_window_days' : 'benchtop__window_days'}`);
  return (
    <Setting>
      {words.window.before}
      <DefaultNumber
        w={isConversion ? 64 : 92}
        aria-label={words.window.of(of)}
        example={words.window.none}
        value={metric.window}
        fallback={isConversion ? defaultWindowDays : null}
        onChange={(window) => onSet({ window })}
        {...field}
      />
      {words.window.after}
    </Setting>
  );
}

function MinimumEffect({ metric, of, path, onSet }: MetricPartProps) {
  const field = useField(`${path}__benchtop__minimum_effect`);
  return (
    <Setting>
      <Terms>{words.minimumEffect.before}</Terms>
      <DefaultNumber
        w={72}
        suffix="%"
        aria-label={words.minimumEffect.of(of)}
        example={words.minimumEffect.none}
        value={metric.minimumEffect}
        fallback={null}
        onChange={(minimumEffect) => onSet({ minimumEffect })}
        {...field}
      />
    </Setting>
  );
}

const percentOf = (share: number | null) => (share === null ? null : Number((share * 100).toPrecision(12)));

function Cap({ metric: { capShare }, of, path, onSet }: MetricPartProps) {
  const field = useField(`${path}__benchtop__cap_share`);
  const isOn = capShare !== 0;
  return (
    <Setting>
      <Checkbox
        label={words.cap.on}
        aria-label={words.cap.onOf(of)}
        checked={isOn}
        onChange={(event) => onSet({ capShare: event.currentTarget.checked ? null : 0 })}
      />
      {isOn && (
        <>
          {words.cap.before}
          <DefaultNumber
            w={72}
            suffix="%"
            max={maxCapShare * 100}
            aria-label={words.cap.of(of)}
            value={percentOf(capShare)}
            fallback={percentOf(defaultShare)}
            // 0 is typed on the way to 0.5, and would remove the field.
            onChange={(percent) => onSet({ capShare: percent ? percent / 100 : null })}
            {...field}
          />
          {words.cap.after}
        </>
      )}
    </Setting>
  );
}
