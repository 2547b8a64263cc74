import { type LazyExoticComponent, lazy } from 'react';
import { ServerUnreachable } from '../../api/errors.ts';
import { loadModule } from './load-module.ts';

type AnyComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** Time reserved for the first screen to use server and CPU alone. */
const headStartMs = 2_000;
const retryMs = 1_000;

/**
 * Makes a component that the first screen does without: loaded when it is first drawn, or soon after the page, so that it then shows
 * at once and also without the server. Draw it in a Suspense. While the server does not answer it waits for it: the page stays.
 */
export function lazyPart<Name extends string, Module extends Record<Name, AnyComponent>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  // Only the module: if preloading fails, it is loaded when drawn.
  setTimeout(() => void load().catch(() => undefined), headStartMs);
  return lazy(async () => ({ default: (await loadOnceServed(load))[name] }));
}

async function loadOnceServed<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await loadModule(load);
    } catch (error) {
      if (!(error instanceof ServerUnreachable)) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
