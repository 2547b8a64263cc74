import { type NavigateOptions, useLocation, useRouter } from '@tanstack/react-router';

/** Returns a `navigate` for when something is done: it does nothing once the person has gone to another page meanwhile. */
export function useNavigateFromHere(): (target: NavigateOptions) => Promise<void> {
  const router = useRouter();
  const here = useLocation({ select: ({ pathname }) => pathname });
  return async (target) => {
    if (router.latestLocation.pathname === here) await router.navigate(target);
  };
}
