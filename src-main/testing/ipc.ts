import { EventEmitter } from 'node:events';
import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';

type Handler = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

class IpcMain extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  handle = (channel: string, handler: Handler) => void this.handlers.set(channel, handler);
}

export const ipcMain = new IpcMain();

const sender = (url: string, isTopFrame: boolean) => ({ senderFrame: { url, parent: isTopFrame ? null : {} } });

/** Returns the shell's answer to a synchronous message of a page at `url`. */
export function sendSync(channel: string, url: string, isTopFrame = true): unknown {
  const event = { ...sender(url, isTopFrame), returnValue: undefined } as unknown as IpcMainEvent;
  ipcMain.emit(channel, event);
  return event.returnValue;
}

/** `contents`: of the window whose page asks. */
type Asking = { url: string; isTopFrame?: boolean; contents: unknown };

/** Resolves to the shell's answer to a request of a page. */
export async function invoke(channel: string, args: unknown[], asking: Asking): Promise<unknown> {
  const handler = ipcMain.handlers.get(channel);
  if (!handler) throw new Error(`Nobody handles ${channel}`);
  const { url, isTopFrame = true, contents } = asking;
  return handler({ ...sender(url, isTopFrame), sender: contents as WebContents } as IpcMainInvokeEvent, ...args);
}
