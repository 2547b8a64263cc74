import type { TablerIcon } from '@tabler/icons-react';
import type { CSSProperties } from 'react';

type IconProps = {
  of: TablerIcon;
  size?: number;
  color?: string;
  className?: string;
  style?: CSSProperties;
  /** Names an icon without text beside it; assistive tools skip icons without a label. */
  label?: string | undefined;
};

/** Shows an icon in the size and weight of the text beside it; a large one has thinner lines. */
export function Icon({ of: Shape, size = 14, label, ...look }: IconProps) {
  const access = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return <Shape size={size} stroke={size < 18 ? 1.75 : 1.5} {...access} {...look} />;
}
