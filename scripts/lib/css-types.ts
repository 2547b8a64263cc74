import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Generates types for the classes of every CSS module, so that an unknown class does not compile. */
export const cssTypesFile = 'src-renderer/css-modules.d.ts';

const head = `// Written by \`npx node scripts/lib/css-types.ts\` and by each build.
declare module '*/styles.layer.css' {}
declare module '*/theme.css' {}
declare module '*.woff2' { const url: string; export default url; }
type ClassNames<Name extends string> = { readonly [name in Name]: string };
`;

/** Returns the declarations, one line per style sheet. File names must be unique, because modules are declared by name. */
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

/** Returns compositions from style sheets that do not exist, one line each: a moved file leaves these behind. */
export function lostComposed(): string[] {
  return globSync('src-renderer/**/*.module.css').flatMap((sheet) =>
    [...readFileSync(sheet, 'utf8').matchAll(/composes:[^;]+ from "([^"]+)"/g)]
      .filter(([, from = '']) => !existsSync(join(dirname(sheet), from)))
      .map(([, from]) => `${sheet} composes from "${from}"`),
  );
}

/** Writes the types, but only to files that change: a new time would make the build look old. */
export function writeCssTypes(): void {
  const types = cssTypes();
  if (types !== readFileSync(cssTypesFile, 'utf8')) writeFileSync(cssTypesFile, types);
}

if (import.meta.main) writeCssTypes();
