import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

/** The class names of every CSS module as types, so that one in no style sheet does not compile. Paths are relative to the root. */
export const cssTypesFile = 'src-renderer/css-modules.d.ts';

const head = `// Written by \`node scripts/lib/css-types.ts\` and by each build.
declare module '*/styles.layer.css' {}
declare module '*/theme.css' {}
declare module '*.woff2' { const url: string; export default url; }
type ClassNames<Name extends string> = { readonly [name in Name]: string };
`;

/** The declarations, one line a style sheet. Their file names are unique, because only the name tells them apart. */
export function cssTypes(): string {
  const sheets = globSync('src-renderer/**/*.module.css');
  const names = new Set(sheets.map((sheet) => basename(sheet)));
  if (names.size < sheets.length) throw new Error('Two CSS modules have the same file name: rename one of them.');
  const lines = sheets.map((sheet) => declarationOf(basename(sheet), readFileSync(sheet, 'utf8')));
  return head + lines.sort().join('');
}

function declarationOf(name: string, css: string): string {
  const selectors = css.replace(/\/\*.*?\*\/|:global\([^)]*\)/gs, '').matchAll(/[^{};]+(?=\{)/g);
  const classes = [...selectors].flatMap(([selector]) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []);
  const union = [...new Set(classes)].sort().map((one) => `'${one}'`);
  return `declare module '*/${name}' { const classes: ClassNames<${union.join(' | ')}>; export default classes; }\n`;
}

/** Leaves a file that is right as it is: its time would make the build look old. */
export function writeCssTypes(): void {
  const types = cssTypes();
  if (types !== readFileSync(cssTypesFile, 'utf8')) writeFileSync(cssTypesFile, types);
}

if (import.meta.main) writeCssTypes();
