import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

const atOnce = { getInitialValueInEffect: false };

/**
 * Returns whether the sidebar is a rail of icons: by default where the window is narrow, else as last chosen in this browser.
 * `toggle` is null where there is no room for a choice.
 */
export function useRail() {
  const [choice, setChoice] = useLocalStorage<boolean | null>({
    key: 'benchtop-sidebar-rail',
    defaultValue: null,
    ...atOnce,
  });
  const isNarrow = useMediaQuery('(width < 1100px)', undefined, atOnce);
  const isTiny = useMediaQuery('(width < 800px)', undefined, atOnce);
  const isRail = isTiny || (choice ?? isNarrow);
  return { isRail, toggle: isTiny ? null : () => setChoice(!isRail) };
}
