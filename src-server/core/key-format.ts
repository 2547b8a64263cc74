/**
 * The form of every key: what is issued, what a preset may be, what is checked and what is masked. `characters` is the inside of
 * a character class; `shortest` and `longest` count the characters behind the prefix.
 */
type KeyFormat = { prefix: string; characters: string; shortest: number; longest: number };

/** The characters behind the prefix of a key that Benchtop issues: 62 ** 43 is just above 2 ** 256. */
export const issuedDigits = 43;
/** Keys given at start have 12 to 64 characters, prefix included; those that are issued fit in too. */
const preset = { characters: '0-9A-Za-z_.~-', shortest: 8, longest: 60 };

/**
 * `project` keys are public by nature: they can only send events. All others are secret.
 * A session token is never a preset, so "graphs_per_page" is not one.
 */
export const keyFormats = {
  project: { prefix: 'phc_', ...preset },
  personal: { prefix: 'phx_', ...preset },
  session: { prefix: 'phs_', characters: '0-9a-f', shortest: 96, longest: 96 },
} as const satisfies Record<string, KeyFormat>;

/** What a key may be used for by whoever finds it: nothing that is not public, or more. */
export const secretKeyFormats: readonly KeyFormat[] = [keyFormats.personal, keyFormats.session];

/** Characters of a key that a mask shows behind its prefix. */
const shownCharacters = 4;
const prefixLength = keyFormats.project.prefix.length;

const masks = new RegExp(
  secretKeyFormats.map(({ prefix, characters }) => `${prefix}[${characters}]{${shownCharacters}}…`).join('|'),
);

/** Whether a mask of a secret key stands in a text. */
export const holdsMask = (text: string): boolean => masks.test(text);

/** Enough of a key to tell it from others, never so much that it could be used. */
export function maskKey(value: string): string {
  const shown = value.length >= prefixLength + preset.shortest ? shownCharacters : 0;
  return `${value.slice(0, prefixLength + shown)}…`;
}
