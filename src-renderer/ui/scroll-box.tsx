import type { ReactNode } from 'react';

type Props = { as?: 'div' | 'pre'; className: string | undefined; children: ReactNode };

/** Scrolls its content, also by keyboard. */
export function ScrollBox({ as: Box = 'div', className, children }: Props) {
  return (
    <Box className={className} tabIndex={0}>
      {children}
    </Box>
  );
}
