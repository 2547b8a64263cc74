import { registerHooks } from 'node:module';

/** `node --import` of this file: whoever imports or requires `electron` gets the stand-in. */
const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
