import { createContext, useContext } from 'react';
import type { Permission } from '#server/core/contract.ts';

/** What the server says that this session may do: `/api/users/@me/`. */
export const PermissionsContext = createContext<readonly Permission[]>([]);

const reasons = {
  write: 'This session can only read. Sign in with a link, or with a key that can write.',
  read_all_projects: 'This session is limited to one project. Sign in with a link, or with a key for all projects.',
  administer: 'This session is limited. Sign in with a link, or with a key for all projects that can write.',
} satisfies Record<Permission, string>;

/** Why this session may not do it, in a sentence; undefined when it may. */
export function useRefusal(permission: Permission): string | undefined {
  return useContext(PermissionsContext).includes(permission) ? undefined : reasons[permission];
}

/** Props that turn a control off and say why in its title; none where the session may use it. */
export function useGuard(permission: Permission): { disabled?: true; title?: string } {
  const title = useRefusal(permission);
  return title === undefined ? {} : { disabled: true, title };
}
