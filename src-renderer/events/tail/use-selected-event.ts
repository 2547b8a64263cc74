import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';

const DEBOUNCE_MS = 120;

/**
 * Returns the selected event, kept in the URL. A held-down j would write there 30 times a second, which browsers refuse: the
 * choice is shown at once and written after a pause.
 */
export function useSelectedEvent(fromUrl: string | undefined, write: (uuid: string | undefined) => void) {
  const router = useRouter();
  const [selected, setSelected] = useState(fromUrl);
  const written = useRef(fromUrl);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestWrite = useRef(write);
  latestWrite.current = write;
  useEffect(() => {
    if (fromUrl === written.current) return;
    written.current = fromUrl;
    clearTimeout(timer.current);
    setSelected(fromUrl);
  }, [fromUrl]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const select = useCallback(
    (uuid: string | undefined) => {
      setSelected(uuid);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        // A link may have been followed meanwhile, whose page is still loading: writing would stay here.
        const { latestLocation, state } = router;
        if (latestLocation.pathname !== state.resolvedLocation?.pathname) return;
        written.current = uuid;
        latestWrite.current(uuid);
      }, DEBOUNCE_MS);
    },
    [router],
  );
  return [selected, select] as const;
}
