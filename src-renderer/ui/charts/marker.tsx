import type { CSSProperties } from 'react';
import classes from './marker.module.css';

const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'ring'] as const;

type Props = { index: number; color: string; style?: CSSProperties };

/** Draws a point. Series differ by shape and color, so that either is enough to tell them apart. */
export function Marker({ index, color, style }: Props) {
  return (
    <span
      className={classes.marker}
      data-shape={SHAPES[index % SHAPES.length]}
      style={{ ...style, '--tone': color } as CSSProperties}
      aria-hidden="true"
    />
  );
}
