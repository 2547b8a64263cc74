import { maxJsonLevels } from '../core/limits.ts';

/** Whether well-formed JSON has more levels than everything that must read it back can take. */
export const isTooDeep = (json: string): boolean => json.length > 2 * maxJsonLevels && depthOf(json) > maxJsonLevels;

function depthOf(json: string): number {
  let depth = 0;
  let most = 0;
  let inText = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === 34) inText = !inText;
    else if (inText) index += code === 92 ? 1 : 0;
    else if (code === 123 || code === 91) most = Math.max(most, ++depth);
    else if (code === 125 || code === 93) depth--;
  }
  return most;
}
