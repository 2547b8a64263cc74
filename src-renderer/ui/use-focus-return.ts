import { useEffect, useState } from 'react';

/**
 * Returns the focus that goes with a dialog or a panel to what opened it. A menu item is gone by then, so its menu's button
 * gets it.
 */
export function useFocusReturn() {
  const [opener] = useState(() => {
    const focused = document.activeElement;
    const menu = focused?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    return menu ? document.getElementById(menu) : focused;
  });
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
