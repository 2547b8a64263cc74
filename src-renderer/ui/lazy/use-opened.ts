import { useEffect, useState } from 'react';

/** Opens after the part has been drawn closed: Mantine notes where the focus was when a part opens, not when it begins open. */
export function useOpened(isOpen: boolean): boolean {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(isOpen), [isOpen]);
  return opened;
}
