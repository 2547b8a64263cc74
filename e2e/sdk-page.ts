import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The builds of posthog-js that an app's bundler would take. */
export const sdkBuilds = {
  newest: 'posthog-js/dist/module.mjs',
  '1.57': 'posthog-js-1-57/dist/es.js',
};

const page = `<!doctype html>
<html lang="en">
  <head><title>Shop</title><link rel="icon" href="data:," /></head>
  <body>
    <button type="button">Buy</button>
    <script type="module">
      import posthog from '/sdk.js';
      window.posthog = posthog;
    </script>
  </body>
</html>`;

/** An app of its own origin that bundles posthog-js: the page has it as `window.posthog`, not yet started. */
export async function startSdkPage(build: string): Promise<{ url: string; close: () => Promise<void> }> {
  const sdk = await readFile(join(import.meta.dirname, '../node_modules', build));
  const server = createServer((request, response) => {
    if (request.url === '/sdk.js') response.setHeader('Content-Type', 'text/javascript').end(sdk);
    else response.setHeader('Content-Type', 'text/html').end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close };
}
