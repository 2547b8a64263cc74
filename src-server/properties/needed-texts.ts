import { operatorTraits, type PropertyFilter } from './contract.ts';

/** A text in JSON as `JSON.stringify` writes it. `ignoresCase`: of ASCII letters. */
export type JsonText = { text: string; ignoresCase: boolean };

/**
 * Texts that the JSON of an object has when it meets a condition: of each list at least one. Few other objects have them, so JSON
 * without them need not be parsed.
 */
export type NeededTexts = readonly (readonly JsonText[])[];

/** A start of a text is in JSON wherever the whole is. */
const maxText = 200;
/** More values exclude little, and more parts hardly more. SQL limits conditions to 1,000 parts. */
const maxValues = 5;

export const jsonText = (text: string, ignoresCase = false): JsonText => ({
  text: text.slice(0, maxText).replace(/[\ud800-\udbff]$/, ''),
  ignoresCase,
});

/** Returns what the JSON has as long as a property has a name, whatever its value. */
export const keyText = (key: string): JsonText => jsonText(`${JSON.stringify(key)}:`);

/** Returns the texts of a property condition (`compileProperty`). */
export function neededTexts({ key, operator, value }: Omit<PropertyFilter, 'type'>): NeededTexts {
  if (operatorTraits[operator].negates) return [];
  if (operator === 'exact') return [exactTexts(key, Array.isArray(value) ? value : [value])];
  if (operator === 'icontains' && typeof value !== 'object') return [[keyText(key)], ...containedTexts(String(value))];
  return [[keyText(key)]];
}

/** Other values than text, as `exact` compares them. */
const otherJson = /^(?:-?\d|true$|false$|null$)/i;
const structure = /^[[{]/;

/** Returns a text for each value: it follows the key. */
function exactTexts(key: string, values: readonly unknown[]): JsonText[] {
  const texts = values.map((value) => (typeof value === 'object' && value !== null ? '{' : String(value)));
  // The keys of an object are compared in another order.
  if (texts.length > maxValues || texts.some((text) => structure.test(text))) return [keyText(key)];
  return texts.flatMap((text) => {
    const start = caselessStart(text);
    const found = [
      `${JSON.stringify(key)}:"${start}`,
      ...(otherJson.test(text) ? [`${JSON.stringify(key)}:${start}`] : []),
    ];
    return found.map((each) => jsonText(each, start !== ''));
  });
}

/**
 * Returns the start of a text that is the same in the JSON of every text with equal lower case, but for the case of ASCII. Other
 * letters have "k" as their lower case too, or "i" and an accent.
 */
function caselessStart(text: string): string {
  const start = /^[ !#-JL-[\]-jl-~]*/.exec(text)?.[0] ?? '';
  return /^[^\0-\x7f]/.test(text.slice(start.length)) ? start.slice(0, -1) : start;
}

/** The lower case of any object in a list as text. */
const anObject = '[object object]';

/** Returns the parts of a text between characters that JSON writes differently, and commas, which are between items of a list. */
function containedTexts(value: string): JsonText[][] {
  const parts = value.isWellFormed() ? value.split(/[,"\\\p{Cc}]/u) : [];
  return parts
    .filter((part) => !anObject.includes(part.toLowerCase()))
    .slice(0, maxValues)
    .map((part) => [jsonText(part, true)]);
}
