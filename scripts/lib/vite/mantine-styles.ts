import type { Plugin } from 'vite';

const whole = '@mantine/core/styles.layer.css';

/** Styles that every component needs. MantineProvider writes the variables, so that the sheet of their defaults is not needed. */
const shared = ['baseline', 'global'];

const importOf = (name: string) => `import '@mantine/core/styles/${name}.layer.css';`;

const component = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*\.mjs$/;
const classNames = /^import .* from "(?:[^"]*\/)?(\w+)\.module\.mjs";$/gm;

/**
 * Gives each component of Mantine its own style sheet in the build, so that a chunk brings the styles of the components it holds.
 * A dev server keeps the one sheet of all.
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
      // Last: the styles of what it is made of come before its own.
      return names.length === 0 ? null : { code: `${code}\n${names.map(importOf).join('\n')}`, map: null };
    },
  },
};
