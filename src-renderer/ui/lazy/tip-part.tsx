import { type FloatingPosition, Tooltip } from '@mantine/core';
import { Anchor } from './anchor.tsx';
import type { LazyTarget } from './use-lazy-target.ts';

type Props = { target: LazyTarget; label: string; position: FloatingPosition; isOpen: boolean };

export const TipPart = ({ target, label, position, isOpen }: Props) => (
  <Tooltip label={label} position={position} opened={isOpen}>
    <Anchor target={target} />
  </Tooltip>
);
