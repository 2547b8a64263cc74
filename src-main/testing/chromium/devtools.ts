import { EventEmitter } from 'node:events';

export type WindowBounds = { left?: number; top?: number; width?: number; height?: number; windowState?: string };
export type TargetInfo = { targetId: string; type: string; title: string; url: string; openerId?: string };

/** The part of the DevTools protocol that the stand-in uses: the events it hears … */
type Events = {
  'Target.attachedToTarget': { sessionId: string; targetInfo: TargetInfo; waitingForDebugger: boolean };
  'Target.targetDestroyed': { targetId: string };
  'Target.targetInfoChanged': { targetInfo: TargetInfo };
  'Inspector.targetCrashed': object;
  'Fetch.requestPaused': PausedRequest;
  'Page.frameNavigated': { frame: { id: string; parentId?: string; url: string; unreachableUrl?: string } };
  'Page.loadEventFired': object;
  'Page.javascriptDialogOpening': { type: string };
  'Page.windowOpen': { url: string };
};

export type PausedRequest = {
  requestId: string;
  frameId: string;
  resourceType: string;
  redirectedRequestId?: string;
  request: { url: string; postData?: string };
};

/** … and the answers it reads. */
type Answers = {
  'Browser.getWindowForTarget': { windowId: number; bounds: WindowBounds };
  'Page.createIsolatedWorld': { executionContextId: number };
  'Page.navigate': { errorText?: string };
};

type Answer<Method extends string> = Method extends keyof Answers ? Answers[Method] : object;
type Message = {
  id?: number;
  sessionId?: string;
  method?: keyof Events;
  params?: never;
  result?: never;
  error?: { message: string };
};

export type DevTools = EventEmitter<{ [Name in keyof Events]: [Events[Name]] }> & {
  send: <Method extends string>(method: Method, params?: object) => Promise<Answer<Method>>;
};

export type Connection = { browser: DevTools; session: (id: string) => DevTools; closed: Promise<void> };

/** Connects to a browser; a session is a page, in the protocol's flat mode. Requests stay unanswered when the browser ends. */
export async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`Chromium does not answer at ${address}`)));
  });
  const sessions = new Map<string, DevTools>();
  const waiting = new Map<number, (message: Message) => void>();
  let sent = 0;

  function session(id: string): DevTools {
    const known = sessions.get(id);
    if (known) return known;
    const send: DevTools['send'] = (method, params = {}) => {
      sent += 1;
      const number = sent;
      socket.send(JSON.stringify({ id: number, method, params, ...(id && { sessionId: id }) }));
      return new Promise((resolve, reject) => {
        waiting.set(number, ({ result, error }) => {
          if (error || result === undefined) reject(new Error(`${method}: ${error?.message}`));
          else resolve(result);
        });
      });
    };
    const made = Object.assign(new EventEmitter<{ [Name in keyof Events]: [Events[Name]] }>(), { send });
    sessions.set(id, made);
    return made;
  }

  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data));
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method && message.params) session(message.sessionId ?? '').emit(message.method, message.params);
  });
  const closed = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()));
  await opened;
  return { browser: session(''), session, closed };
}
