import { CloseButton } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { uiWords } from '../words.ts';
import classes from './banner.module.css';

type BannerProps = {
  tone: 'danger' | 'warning';
  icon: TablerIcon;
  title: string;
  /** An alert interrupts what a screen reader says; a status waits. */
  role?: 'alert' | 'status';
  onClose?: () => void;
  /** Right of the text. */
  action?: ReactNode;
  children: ReactNode;
};

/** Shows a line above the page. Only the title is announced, because the rest has numbers that keep changing. */
export function Banner({ tone, icon, title, role = 'alert', onClose, action, children }: BannerProps) {
  return (
    <section className={classes.banner} data-tone={tone} aria-label={title}>
      <Icon of={icon} size={16} />
      <div className={classes.text}>
        <strong role={role}>{title}</strong> {children}
      </div>
      {action}
      {onClose !== undefined && <CloseButton size="sm" aria-label={uiWords.closeNotice} onClick={onClose} />}
    </section>
  );
}
