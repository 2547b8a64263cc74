import { registerHooks } from 'node:module';
import { recorded } from './record.ts';

/** Loaded with `node --import`: makes `electron` resolve to the stand-in, and records loaded modules. */
const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    recorded.modules.push(url);
    return next(url, context);
  },
});
