import { createContext, useContext } from 'react';
import { neededFor, type Permission } from '#server/core/contract.ts';
import { apiWords } from './words.ts';

/** What the server says that this session may do: `/api/users/@me/`. */
export const PermissionsContext = createContext<readonly Permission[]>([]);

/** Returns why this session may not do it, in a sentence; undefined when it may. */
export function useRefusal(permission: Permission): string | undefined {
  const known = useContext(PermissionsContext);
  const lacking = [neededFor(permission), permission].find((one) => !known.includes(one));
  return lacking && apiWords.refusals[lacking];
}

/** Props that turn a control off and say why in its title; none where the session may use it. */
export function useGuard(permission: Permission): { disabled?: true; title?: string } {
  const title = useRefusal(permission);
  return title === undefined ? {} : { disabled: true, title };
}
