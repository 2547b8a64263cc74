import type { Plugin } from 'vite';

const imports = /^import (?:([\w$]+)|\* as ([\w$]+)|\{ ([^}]*) \}|([\w$]+), \{ ([^}]*) \}) from "(node:[^"]+)";$/gm;

/** Any other form, which would be missed. */
const left = /^import .*from "node:.*$/m;

/**
 * Replaces imports of Node's modules by the modules themselves. For an import, Node reads every property, including lazy ones
 * that load more modules, such as `WebSocket` of `node:http`: a sixth of the server's start.
 */
export const directBuiltins: Plugin = {
  name: 'benchtop:direct-builtins',
  apply: 'build',
  renderChunk(code) {
    const direct = withDirectBuiltins(code);
    const missed = left.exec(direct);
    if (missed !== null) this.error(`An import of another form: ${missed[0]}`);
    // Each line keeps its number.
    return { code: direct, map: null };
  },
};

export const withDirectBuiltins = (code: string): string =>
  code.replace(imports, (_, plain, all, names, first, others, module: string) => {
    const builtin = `process.getBuiltinModule("${module}")`;
    const whole = plain ?? all ?? first;
    const parts = names ?? others;
    return [
      ...(whole === undefined ? [] : [`const ${whole} = ${builtin};`]),
      ...(parts === undefined ? [] : [`const { ${parts.replaceAll(' as ', ': ')} } = ${builtin};`]),
    ].join(' ');
  });
