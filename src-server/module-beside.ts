/** Returns the address of an entry of the server: in the sources, and in the build, whose files lie beside each other. */
export const moduleBeside = (name: 'worker' | 'storage-worker' | 'archive-worker'): URL =>
  new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
