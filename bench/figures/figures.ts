import { archiveFigures } from './archive-figures.ts';
import type { Figure } from './figure.ts';
import { requestFigures } from './request-figures.ts';
import { workFigures } from './work-figures.ts';

/** All figures of the bench. */
export const figures = { ...requestFigures, ...workFigures, ...archiveFigures } satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;

export const isFigure = (name: string): name is FigureName => Object.hasOwn(figures, name);

export const figureNames = Object.keys(figures).filter(isFigure);
