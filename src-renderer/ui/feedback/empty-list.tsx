import type { ComponentProps } from 'react';
import { CreateButton } from '../create-button.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = Omit<ComponentProps<typeof EmptyState>, 'action'> & {
  /** The page that creates an entry, and the label of the button. */
  create: { to: NonNullable<ComponentProps<typeof CreateButton>['to']>; label: string };
};

/** A list before its first entry: what it is for, and how to begin. */
export function EmptyList({ create, ...state }: Props) {
  const button = (
    <CreateButton to={create.to} variant="default">
      {create.label}
    </CreateButton>
  );
  return <EmptyState {...state} action={button} />;
}
