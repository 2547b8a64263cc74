import type { IpcMainEvent, Session, WebContents, WindowOpenHandlerResponse } from 'electron';

/**
 * The trust model of the window: one origin is trusted (the server's, in development the Vite server's), and nothing is loaded
 * or requested from another. `home` returns that origin, or null before the server has started.
 */
export type Home = () => string | null;

const internalProtocols = new Set(['devtools:', 'data:', 'blob:']);
const externalProtocols = new Set(['https:', 'http:', 'mailto:']);

/** Reports whether an address is the app's own; maps WebSocket origins to http, as only the development server has one. */
export function isHome(home: Home, address: string): boolean {
  const url = URL.parse(address.replace(/^ws(s?):/, 'http$1:'));
  return url !== null && url.origin !== 'null' && url.origin === home();
}

export function isExternal(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && externalProtocols.has(url.protocol);
}

/** Keeps a page on its origin; calls `openExternal` with addresses for the user's browser. */
export function guardContents(contents: WebContents, home: Home, openExternal: (url: string) => void): void {
  const stay = (event: { preventDefault(): void; url: string }) => {
    if (isHome(home, event.url)) return;
    event.preventDefault();
    if (isExternal(event.url)) openExternal(event.url);
  };
  const stayQuietly = (event: { preventDefault(): void; url: string }) => {
    if (!isHome(home, event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stayQuietly);
  contents.on('will-frame-navigate', stayQuietly);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }): WindowOpenHandlerResponse => {
    if (isHome(home, url)) return { action: 'allow' };
    if (isExternal(url)) openExternal(url);
    return { action: 'deny' };
  });
}

/** Permissions of pages of the own origin: the copy buttons write the clipboard, and failed expectations notify. */
const permissions = new Set(['clipboard-sanitized-write', 'notifications']);

/** Blocks requests to other origins, and all other permissions. */
export function guardSession(session: Session, home: Home): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const url = URL.parse(details.url);
    answer({ cancel: !(url && (internalProtocols.has(url.protocol) || isHome(home, details.url))) });
  });
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(permissions.has(permission) && isHome(home, details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permissions.has(permission) && isHome(home, origin),
  );
  session.setDevicePermissionHandler(() => false);
}

/** Reports whether a message is from the top frame of a trusted page. */
export function isTrustedSender(event: Pick<IpcMainEvent, 'senderFrame'>, home: Home): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isHome(home, frame.url);
}
