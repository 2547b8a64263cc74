import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test';

/** Notes what goes wrong in any page of the context, until the returned function is called. */
export function watch(context: BrowserContext, problems: string[]): () => void {
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') problems.push(`console error: ${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => problems.push(`uncaught: ${error.error().stack ?? error.error().message}`);
  const onFailed = (request: Request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    // The app aborts its long polls, and leaving a page aborts pending requests.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${reason} ${request.url()}`);
  };
  const onRequest = (request: Request) => {
    const { protocol, hostname } = new URL(request.url());
    const local = protocol === 'data:' || protocol === 'blob:' || ['127.0.0.1', 'localhost'].includes(hostname);
    if (!local) problems.push(`left this machine: ${request.url()}`);
  };
  context.on('console', onConsole).on('weberror', onError).on('requestfailed', onFailed).on('request', onRequest);
  return () => {
    context.off('console', onConsole).off('weberror', onError).off('requestfailed', onFailed).off('request', onRequest);
  };
}
