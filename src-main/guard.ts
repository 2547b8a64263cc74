import type { IpcMainEvent, Session, WebContents, WindowOpenHandlerResponse } from 'electron';

/**
 * The trust model of the window: one origin (the server's; in development the Vite server's) is ours, and everything
 * else is neither loaded nor asked. `home` gives that origin, or null while there is no server yet.
 */
export type Home = () => string | null;

const internalProtocols = new Set(['devtools:', 'data:', 'blob:']);
const externalProtocols = new Set(['https:', 'http:', 'mailto:']);

/** Web sockets count as their http twin: only the development server has one. */
export function isHome(home: Home, address: string): boolean {
  const url = URL.parse(address.replace(/^ws(s?):/, 'http$1:'));
  return url !== null && url.origin !== 'null' && url.origin === home();
}

export function isExternal(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && externalProtocols.has(url.protocol);
}

/** Keeps a page where it belongs; `openExternal` gets the addresses that the user's own browser may show. */
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

/** Nothing of the session leaves for another origin, and no permission is given but to write the clipboard (copy). */
export function guardSession(session: Session, home: Home): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const url = URL.parse(details.url);
    answer({ cancel: !(url && (internalProtocols.has(url.protocol) || isHome(home, details.url))) });
  });
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(permission === 'clipboard-sanitized-write' && isHome(home, details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === 'clipboard-sanitized-write' && isHome(home, origin),
  );
  session.setDevicePermissionHandler(() => false);
}

/** A message counts only from the top frame of a page of ours. */
export function isTrustedSender(event: IpcMainEvent, home: Home): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isHome(home, frame.url);
}
