import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus, type TablerIcon } from '@tabler/icons-react';
import type { Ref } from 'react';
import { Icon } from '../icon.tsx';

type Props = ButtonProps & {
  icon?: TablerIcon;
  ref?: Ref<HTMLButtonElement>;
  autoFocus?: boolean;
  'aria-label'?: string;
  onClick?: () => void;
};

/** Shows a small button within a form, by default one that adds a row. */
export function QuietButton({ icon = IconPlus, ...props }: Props) {
  return <Button variant="subtle" size="compact-sm" leftSection={<Icon of={icon} />} {...props} />;
}
