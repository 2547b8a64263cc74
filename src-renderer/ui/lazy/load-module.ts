import { PartNotServed, ServerUnreachable } from '../../api/errors.ts';

/**
 * Loads a module and its styles. Rejects with ServerUnreachable while the server does not answer, and with PartNotServed if it answers
 * and does not have the file: another version of Benchtop runs now.
 */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    await loadFailedStyles();
    return await load();
  } catch (error) {
    throw (await isServed()) ? new PartNotServed(error) : new ServerUnreachable(error);
  }
}

addEventListener('error', markFailedStyles, { capture: true });

function markFailedStyles({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.dataset.failed = '';
}

/** Loads the styles that could not be loaded: Vite requests each only once, and would show a page without them. */
async function loadFailedStyles(): Promise<void> {
  const failed = document.querySelectorAll<HTMLLinkElement>('link[data-failed]');
  await Promise.all([...failed].map(loadStyleAgain));
}

function loadStyleAgain(failed: HTMLLinkElement): Promise<unknown> {
  const link = failed.cloneNode() as HTMLLinkElement;
  delete link.dataset.failed;
  const loaded = new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', reject);
  });
  failed.replaceWith(link);
  return loaded;
}

/** Returns whether the server answers; 503 is its own (it cannot store events), other errors are of another program on its port. */
const isServed = (): Promise<boolean> =>
  fetch('/_health').then(
    ({ ok, status }) => ok || status === 503,
    () => false,
  );
