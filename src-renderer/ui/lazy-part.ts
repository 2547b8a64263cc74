import { type LazyExoticComponent, lazy } from 'react';

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

/** Rejects if the server answers and does not have the file: another version of Benchtop runs now. */
async function loadOnceServed<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, retryMs));
    return load();
  }
}

/** Returns whether the server answers; 503 is its own (it cannot store events), other errors are of another program on its port. */
const isServed = (): Promise<boolean> =>
  fetch('/_health').then(
    ({ ok, status }) => ok || status === 503,
    () => false,
  );
