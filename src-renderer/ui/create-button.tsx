import { Button, type ButtonProps } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Permission } from '#server/core/contract.ts';
import { useGuard } from '../api/permissions.ts';
import { Icon } from './icon.tsx';

type Props = ButtonProps &
  Pick<LinkProps, 'to' | 'search'> & {
    title?: string;
    'aria-label'?: string;
    access?: Permission;
  };

/**
 * Links to the page that creates something; disabled, with the reason, in a session that can only read. The main button of a page,
 * which names no variant, has a plus.
 */
export function CreateButton({ to, search, access = 'edit_definitions', ...given }: Props) {
  const guard = useGuard(access);
  const props = given.variant === undefined ? { leftSection: <Icon of={IconPlus} />, ...given } : given;
  if (guard.disabled) return <Button {...props} {...guard} />;
  return <Button {...props} renderRoot={(root) => <Link to={to} search={search} {...root} />} />;
}
