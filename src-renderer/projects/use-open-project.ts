import { useLocation, useNavigate } from '@tanstack/react-router';

/** Opens another project at the same page, or at its list where the page shows one thing of the old project. */
export function useOpenProject(): (id: number) => void {
  const navigate = useNavigate();
  const path = useLocation({ select: (location) => location.pathname });
  const page =
    ['/persons', '/feature-flags', '/actions', '/experiments', '/test-runs', '/tracking-plan'].find((list) =>
      path.startsWith(`${list}/`),
    ) ?? path;
  return (id) => void navigate({ to: page, search: { project: id } });
}
