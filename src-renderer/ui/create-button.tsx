import { Button, type ButtonProps } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useGuard } from '../api/permissions.ts';

type Props = ButtonProps & Pick<LinkProps, 'to' | 'search'> & { title?: string; 'aria-label'?: string };

/** Links to the page that creates something; disabled, with the reason, in a session that can only read. */
export function CreateButton({ to, search, ...props }: Props) {
  const guard = useGuard('write');
  if (guard.disabled) return <Button {...props} {...guard} />;
  return <Button {...props} renderRoot={(root) => <Link to={to} search={search} {...root} />} />;
}
