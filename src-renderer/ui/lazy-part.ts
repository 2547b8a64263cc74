import { lazyRouteComponent } from '@tanstack/react-router';

/** How long the first screen has the server and the processor for itself. */
const headStartMs = 2_000;

/**
 * Makes a component that the first screen does without: loaded when it is first drawn, or soon after the page, so that it then shows
 * at once and also without the server. Draw it in a Suspense.
 */
export const lazyPart: typeof lazyRouteComponent = (load, name) => {
  // The module alone: a part that could not be loaded ahead is loaded when it is drawn.
  setTimeout(() => void load().catch(() => undefined), headStartMs);
  return lazyRouteComponent(load, name);
};
