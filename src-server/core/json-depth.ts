import { maxJsonLevels } from './limits.ts';

/** Whether well-formed JSON has more levels than everything that must read it back can take. */
export function isTooDeep(json: string): boolean {
  if (json.length <= 2 * maxJsonLevels) return false;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === 34) inText = !inText;
    else if (inText) index += code === 92 ? 1 : 0;
    else if (code === 123 || code === 91) depth++;
    else if (code === 125 || code === 93) depth--;
    if (depth > maxJsonLevels) return true;
  }
  return false;
}
