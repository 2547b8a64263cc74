import type { Plugin } from 'vite';

const whole = '@mantine/core/styles.layer.css';

/** Styles that every component needs. MantineProvider writes the variables, so the sheet of their defaults is omitted. */
const shared = ['baseline', 'global'];

const importOf = (name: string) => `import '@mantine/core/styles/${name}.layer.css';`;

const component = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*\.mjs$/;
const classNames = /^import .* from "(?:[^"]*\/)?(\w+)\.module\.mjs";$/gm;

/**
 * Gives each Mantine component its own style sheet in the build, so that a chunk has the styles of its components. A dev server
 * keeps the complete sheet.
 */
export const mantineStyles: Plugin = {
  name: 'benchtop:mantine-styles',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: [component, /[\\/]main\.tsx$/] },
    handler(code, id) {
      if (!component.test(id)) return code.replace(`import '${whole}';`, shared.map(importOf).join(' '));
      const names = [...code.matchAll(classNames)].map(([, name = '']) => name);
      // Last: the styles of its parts come before its own.
      return names.length === 0 ? null : { code: `${code}\n${names.map(importOf).join('\n')}`, map: null };
    },
  },
};
