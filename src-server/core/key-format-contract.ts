/**
 * The format of a kind of key, for issuing, checking presets, and masking. `characters`: the inside of a character class.
 * `shortest` and `longest`: characters after the prefix.
 */
type KeyFormat = { prefix: string; characters: string; shortest: number; longest: number };

/** Characters after the prefix of an issued key: 62 ** 43 is just above 2 ** 256. */
export const issuedDigits = 43;
/** Preset keys have 12 to 64 characters including the prefix; issued keys fit too. */
const preset = { characters: '0-9A-Za-z_.~-', shortest: 8, longest: 60 };

/**
 * Project keys are public: they can only send events and read flags. All others are secret. Session tokens are never preset, so
 * "graphs_per_page" is not one.
 */
export const keyFormats = {
  project: { prefix: 'phc_', ...preset },
  personal: { prefix: 'phx_', ...preset },
  session: { prefix: 'phs_', characters: '0-9a-f', shortest: 96, longest: 96 },
} as const satisfies Record<string, KeyFormat>;

/** Keys that must never be shown or stored in full. */
export const secretKeyFormats: readonly KeyFormat[] = [keyFormats.personal, keyFormats.session];

/** Characters after the prefix that a mask shows. */
const shownCharacters = 4;
const prefixLength = keyFormats.project.prefix.length;

const masks = new RegExp(
  secretKeyFormats.map(({ prefix, characters }) => `${prefix}[${characters}]{${shownCharacters}}…`).join('|'),
);

/** Reports whether a text contains the mask of a secret key. */
export const holdsMask = (text: string): boolean => masks.test(text);

/** Replaces a text of which no part may be kept. */
export const hiddenText = '(hidden)';

/** Masks a key: enough to recognize it, too little to use it. */
export function maskKey(value: string): string {
  const shown = value.length >= prefixLength + preset.shortest ? shownCharacters : 0;
  return `${value.slice(0, prefixLength + shown)}…`;
}
