import { type ReactNode, useState } from 'react';
import layout from '../layout.module.css';
import { Page } from './page.tsx';

type Props = {
  title: string;
  description: ReactNode;
  children: (slot: HTMLElement | null) => ReactNode;
};

/** Shows a page of a form, which gets the slot of the header for its Save. */
export function FormPage({ children, ...props }: Props) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <Page {...props} actions={<div ref={setSlot} className={layout.line} />}>
      {children(slot)}
    </Page>
  );
}
