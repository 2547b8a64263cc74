import { formatDay } from '../format.ts';

/** A label below the horizontal axis; `share` is its place, 0 to 1. */
export type AxisMark = { share: number; text: string };

/** Returns the indexes of at most `most` of `count` points to label, from the first on, as many points apart each time. */
export function spread(count: number, most = 6): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / (most - 1)));
  return Array.from({ length: Math.ceil(count / step) }, (_, order) => order * step);
}

/** Labels evenly spaced slices, each below its middle. `text` gets the point and the labeled one before it. */
export function sliceMarks<Point>(
  points: readonly Point[],
  text: (point: Point, before: Point | undefined) => string,
  most?: number,
): AxisMark[] {
  const shown = spread(points.length, most);
  return shown.flatMap((index, order) => {
    const point = points[index];
    if (point === undefined) return [];
    return [{ share: (index + 0.5) / points.length, text: text(point, points[shown[order - 1] ?? -1]) }];
  });
}

/** Labels UTC days, with the year where it is another than that of the label before, and first than that of `nowMs`. */
export function dayMarks(dates: readonly string[], nowMs = Date.now(), most?: number): AxisMark[] {
  return sliceMarks(dates, (date, before) => formatDay(date, before === undefined ? nowMs : Date.parse(before)), most);
}
