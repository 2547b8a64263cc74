import { formatDay } from '../format.ts';

/** A label below the horizontal axis; `share` is its place, 0 to 1. */
export type Mark = { share: number; text: string };

const MIN_MARKS = 4;
/** How small a gap may be, as a share of the mean gap. */
const MIN_GAP = 0.75;

/**
 * Returns the indexes of about `most` of `count` points to label: the first, the last, and as evenly between as whole numbers
 * allow. Fewer, where the labels would crowd in places, and at least four, where there are as many.
 */
export function spread(count: number, most = 6): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const steps = count - 1;
  const candidates = Array.from({ length: most - MIN_MARKS + 1 }, (_, index) => most - 1 - index);
  const isRoomy = (gaps: number) => Math.floor(steps / gaps) / (steps / gaps) >= MIN_GAP;
  const gaps = candidates.find((gaps) => steps % gaps === 0) ?? candidates.find(isRoomy) ?? MIN_MARKS - 1;
  return Array.from({ length: gaps + 1 }, (_, index) => Math.round((index * steps) / gaps));
}

/** Labels evenly spaced slices, each below its middle. `text` gets the point and the labeled one before it. */
export function sliceMarks<Point>(
  points: readonly Point[],
  text: (point: Point, before: Point | undefined) => string,
  most?: number,
): Mark[] {
  const shown = spread(points.length, most);
  return shown.flatMap((index, order) => {
    const point = points[index];
    if (point === undefined) return [];
    return [{ share: (index + 0.5) / points.length, text: text(point, points[shown[order - 1] ?? -1]) }];
  });
}

/** Labels UTC days, with the year where it is another than that of the label before, and first than that of `nowMs`. */
export function dayMarks(dates: readonly string[], nowMs = Date.now(), most?: number): Mark[] {
  return sliceMarks(dates, (date, before) => formatDay(date, before === undefined ? nowMs : Date.parse(before)), most);
}
