import type { ComponentProps } from 'react';
import { CreateButton } from '../create-button.tsx';
import { EmptyState } from './empty-state.tsx';

type Props = Pick<ComponentProps<typeof EmptyState>, 'icon' | 'children'> & {
  /** `create`: the label of the button. */
  text: { title: string; create: string };
  /** The page that creates an entry. */
  to: NonNullable<ComponentProps<typeof CreateButton>['to']>;
};

/** A list before its first entry: what it is for, and how to begin. */
export function EmptyList({ text, to, ...state }: Props) {
  const button = (
    <CreateButton to={to} variant="default">
      {text.create}
    </CreateButton>
  );
  return <EmptyState {...state} title={text.title} action={button} />;
}
