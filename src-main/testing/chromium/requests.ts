import { guards } from '../guards.ts';
import { invoke, sendSync } from '../ipc.ts';
import { preventable } from '../record.ts';
import type { BrowserWindow } from '../windows.ts';
import type { DevTools, PausedRequest } from './devtools.ts';
import { messagePaths } from './worlds.ts';

/** Lets a request go on only when the shell's handlers of navigation and requests do. `asked`: addresses that the shell loads. */
export function enforceRequests(window: BrowserWindow, page: DevTools, mainFrame: string, asked: Set<string>): void {
  page.on('Fetch.requestPaused', (paused) => {
    const { requestId, frameId, request } = paused;
    const url = new URL(request.url);
    const isMain = frameId === mainFrame;
    const message = answerTo(window, url, request.postData ?? '[]', isMain);
    if (message !== null) {
      void message.then((answer) => {
        const body = Buffer.from(JSON.stringify(answer)).toString('base64');
        return page.send('Fetch.fulfillRequest', { requestId, responseCode: 200, body });
      });
      return;
    }
    const errorReason = mayNavigate(window, paused, isMain, asked) ? refusal(request.url) : 'Aborted';
    // A page that closes takes its requests with it.
    page.send(errorReason ? 'Fetch.failRequest' : 'Fetch.continueRequest', { requestId, errorReason }).catch(() => {});
  });
}

/** Resolves to the shell's answer to a message of the preload script; null for any other request. */
function answerTo(window: BrowserWindow, { pathname, href: url }: URL, args: string, isTopFrame: boolean) {
  const { sendSync: message, invoke: question } = messagePaths;
  if (pathname.startsWith(message))
    return Promise.resolve(sendSync(pathname.slice(message.length), url, isTopFrame) ?? null);
  if (!pathname.startsWith(question)) return null;
  const asking = { url, isTopFrame, contents: window.webContents };
  return invoke(pathname.slice(question.length), JSON.parse(args), asking).then(
    (result) => ({ result }),
    (error: Error) => ({ error: error.message }),
  );
}

function mayNavigate(window: BrowserWindow, paused: PausedRequest, isMain: boolean, asked: Set<string>): boolean {
  const { url } = paused.request;
  if (paused.resourceType !== 'Document' || asked.delete(url)) return true;
  const event = preventable({ url });
  if (!isMain) window.webContents.emit('will-frame-navigate', event);
  else window.webContents.emit(paused.redirectedRequestId ? 'will-redirect' : 'will-navigate', event);
  return !event.defaultPrevented;
}

function refusal(url: string): string | undefined {
  let reason: string | undefined;
  guards.request({ url }, ({ cancel }) => {
    if (cancel) reason = 'BlockedByClient';
  });
  return reason;
}
