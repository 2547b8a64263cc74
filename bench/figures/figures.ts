import { archiveFigures } from './archive-figures.ts';
import type { Figure } from './figure.ts';
import { requestFigures } from './request-figures.ts';
import { workFigures } from './work-figures.ts';

const all = { ...requestFigures, ...workFigures, ...archiveFigures };

export type FigureName = keyof typeof all;

export const figures: Record<FigureName, Figure> = all;

export const isFigure = (name: string): name is FigureName => Object.hasOwn(figures, name);

export const figureNames = Object.keys(figures).filter(isFigure);
