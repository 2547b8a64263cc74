import type { CSSProperties } from 'react';
import classes from './marker.module.css';

const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'ring'] as const;

/** Draws a point. Series differ by shape and color, so that either is enough to tell them apart. */
export function Marker({ index, color }: { index: number; color: string }) {
  return (
    <span
      className={classes.marker}
      data-shape={SHAPES[index % SHAPES.length]}
      style={{ '--tone': color } as CSSProperties}
      aria-hidden="true"
    />
  );
}
