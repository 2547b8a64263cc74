import { registerHooks } from 'node:module';

/** Loaded with `node --import`: makes `electron` resolve to the stand-in. */
const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
