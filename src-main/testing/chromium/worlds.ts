/**
 * Scripts that Chromium runs in each new document before those of the page. Their worlds share the document and its events, so the
 * preload script hands what it exposes to the page's world in an event.
 */
export const isolatedWorld = 'Electron Isolated Context';

/** Paths of the messages of the preload script: requests that never leave the browser. */
export const messagePaths = { sendSync: '/stand-in-message/', invoke: '/stand-in-request/' };

/** In the page's world: receives what the preload script exposes, until that has run. */
const receiver = `{
  const expose = ({ detail }) => {
    const { name, value, functions } = JSON.parse(detail);
    for (const method of functions) value[method] = (...args) => call(name, method, args);
    Object.defineProperty(window, name, { value, enumerable: true });
  };
  let calls = 0;
  const call = (name, method, args) => new Promise((resolve, reject) => {
    calls += 1;
    const id = calls;
    document.addEventListener('stand-in-answer-' + id, ({ detail }) => {
      const { error, result } = JSON.parse(detail);
      if (error === undefined) resolve(result);
      else reject(new Error(error));
    }, { once: true });
    document.dispatchEvent(new CustomEvent('stand-in-call', { detail: JSON.stringify({ id, name, method, args }) }));
  });
  document.addEventListener('stand-in-expose', expose);
  document.addEventListener('stand-in-done', () => document.removeEventListener('stand-in-expose', expose), { once: true });
}`;

/**
 * Returns a script that runs the preload script in the isolated world, with its part of the `electron` module; not in frames, as
 * in Electron.
 */
const preloadWorld = (script: string) => `
  if (window === window.top && location.protocol.startsWith('http')) {
    const listeners = new Map();
    const exposed = {};
    document.addEventListener('stand-in-call', async ({ detail }) => {
      const { id, name, method, args } = JSON.parse(detail);
      const answer = (value) =>
        document.dispatchEvent(new CustomEvent('stand-in-answer-' + id, { detail: JSON.stringify(value) }));
      await exposed[name][method](...args).then((result) => answer({ result }), ({ message }) => answer({ error: message }));
    });
    globalThis.standInReceive = (channel, ...args) => listeners.get(channel)?.({}, ...args);
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name, value) => {
          exposed[name] = value;
          const functions = Object.keys(value).filter((key) => typeof value[key] === 'function');
          document.dispatchEvent(new CustomEvent('stand-in-expose', { detail: JSON.stringify({ name, value, functions }) }));
        },
      },
      ipcRenderer: {
        sendSync: (channel, ...args) => {
          const request = new XMLHttpRequest();
          request.open('POST', '${messagePaths.sendSync}' + channel, false);
          request.send(JSON.stringify(args));
          return JSON.parse(request.responseText);
        },
        invoke: async (channel, ...args) => {
          const answer = await fetch('${messagePaths.invoke}' + channel, { method: 'POST', body: JSON.stringify(args) });
          const { error, result } = await answer.json();
          if (error !== undefined) throw new Error(error);
          return result;
        },
        on: (channel, listener) => listeners.set(channel, listener),
      },
    };
    const require = (name) => {
      if (name !== 'electron') throw new Error('A sandboxed preload script has no module ' + name);
      return electron;
    };
    ((require, module, exports) => { ${script}
    })(require, { exports: {} }, {});
    document.dispatchEvent(new Event('stand-in-done'));
  }
`;

/** Returns scripts in the order in which they run. */
export const newDocumentScripts = (preload: string) => [
  { source: receiver },
  { source: preloadWorld(preload), worldName: isolatedWorld },
];
