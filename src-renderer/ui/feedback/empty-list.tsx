import type { TablerIcon } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { CreateButton } from '../create-button.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = {
  icon: TablerIcon;
  children?: ReactNode;
  /** `about`: paragraphs. `create`: the label of the button. */
  text: { title: string; about: readonly string[]; create: string };
  /** The page that creates an entry. */
  to: NonNullable<ComponentProps<typeof CreateButton>['to']>;
};

/** Shows a list before its first entry: its purpose, and how to begin. */
export function EmptyList({ text, to, icon, children }: Props) {
  const button = (
    <CreateButton to={to} variant="default">
      {text.create}
    </CreateButton>
  );
  return (
    <EmptyState icon={icon} title={text.title} action={button}>
      {text.about.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {children}
    </EmptyState>
  );
}
