import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './status-chip.module.css';

export type Tone = 'ok' | 'warning' | 'danger' | 'info' | 'neutral';

const icons: Record<Tone, TablerIcon> = {
  ok: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
  neutral: IconCircleDashed,
};

/** Shows a state as color, icon and word. `quiet` leaves out the background, for dense lists. */
export function StatusChip(props: { tone: Tone; children: ReactNode; quiet?: boolean; icon?: TablerIcon }) {
  const icon = props.icon ?? icons[props.tone];
  return (
    <span className={classes.chip} data-tone={props.tone} data-quiet={props.quiet === true || undefined}>
      <Icon of={icon} />
      {props.children}
    </span>
  );
}
