import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './fold-button.module.css';
import { Icon } from './icon.tsx';

type Props = {
  isOpen: boolean;
  onToggle: () => void;
  /** Names a button without text. */
  label?: string;
  /** The id of what it opens. */
  controls?: string;
  children?: ReactNode;
};

/** Opens and closes what is below it. */
export function FoldButton({ isOpen, onToggle, label, controls, children }: Props) {
  return (
    <button
      type="button"
      className={classes.fold}
      aria-expanded={isOpen}
      aria-controls={controls}
      aria-label={label}
      data-icon={children === undefined || undefined}
      onClick={onToggle}
    >
      <Icon of={IconChevronRight} size={children === undefined ? 14 : 12} className={classes.chevron} /> {children}
    </button>
  );
}
