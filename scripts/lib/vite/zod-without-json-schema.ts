import type { Plugin } from 'vite';

const schemas = /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;
const describes = /^ *inst\._zod\.processJSONSchema = .*;$/gm;
const writers =
  /^import \{ (createStandardJSONSchemaMethod, createToJSONSchemaMethod) \} from "\.\.\/core\/to-json-schema\.js";$/m;
const refuses = "() => () => { throw new Error('The window has no JSON Schema of its schemas.'); }";

/** Removes from the window zod's code for JSON Schema, which each schema refers to. Only the server needs it. */
export const zodWithoutJsonSchema: Plugin = {
  name: 'benchtop:zod-without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: schemas },
    handler(code) {
      if (!writers.test(code)) this.error('zod writes its JSON Schema otherwise now.');
      const without = code.replace(describes, '').replace(writers, (_, names: string) =>
        names
          .split(', ')
          .map((name) => `const ${name} = ${refuses};`)
          .join(' '),
      );
      return { code: without, map: null };
    },
  },
};
