import { type ReactNode, useState } from 'react';

type Props = { isShown: boolean; className?: string | undefined; children: ReactNode };

/** Draws the form of a tab from when it is first shown; hidden later, not unmounted, so that unsaved input stays. */
export function KeptTab({ isShown, className, children }: Props) {
  const [wasShown, setWasShown] = useState(false);
  if (isShown && !wasShown) setWasShown(true);
  if (!isShown && !wasShown) return null;
  return (
    <div className={className} hidden={!isShown}>
      {children}
    </div>
  );
}
