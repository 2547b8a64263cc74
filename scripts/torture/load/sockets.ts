import { connect, type Socket } from 'node:net';
import { personalKey, projectKey } from '../server-process.ts';
import { pause } from '../wait.ts';

/** Connections that are slow, wait, or never finish their request, until they are stopped. */
export type Crowd = { answers: Map<string, number>; stop(): void };

type Member = (open: () => Promise<Socket>, note: (answer: string) => void, isStopped: () => boolean) => Promise<void>;

/** Keeps `size` connections busy; replaces those that end. */
export function gather(url: string, size: number, member: Member): Crowd {
  const answers = new Map<string, number>();
  const sockets = new Set<Socket>();
  let isOver = false;
  const { hostname, port } = new URL(url);
  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => resolve(socket));
      sockets.add(socket);
      socket.once('error', reject);
      socket.once('close', () => sockets.delete(socket));
    });
  const note = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1);
  const life = async () => {
    while (!isOver) {
      await member(open, note, () => isOver).catch(() => note('connection lost'));
      await pause(50);
    }
  };
  for (let index = 0; index < size; index++) void life();
  return {
    answers,
    stop() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

const get = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${personalKey}\r\nConnection: close\r\n\r\n`;

/** Resolves to the status once the connection has ended; null without one. */
function statusAtEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let head = '';
    socket.on('data', (chunk: Buffer) => {
      if (head.length < 12) head += chunk.toString('latin1');
    });
    socket.once('close', () => resolve(head.slice(9, 12) || 'connection lost'));
  });
}

/** Waits for events, five seconds at a time. */
export const longPoller: Member = async (open, note) => {
  const socket = await open();
  const status = statusAtEnd(socket);
  socket.write(get('/api/projects/1/events/?after=1000000000&wait=5&limit=1'));
  note(await status);
};

/** Reads a large answer slowly, in small chunks. */
export const slowReader: Member = async (open, note, isStopped) => {
  const socket = await open();
  let isEnded = false;
  const status = statusAtEnd(socket);
  void status.then(() => (isEnded = true));
  socket.write(get('/api/projects/1/events/?limit=1000'));
  while (!isEnded && !isStopped()) {
    socket.pause();
    await pause(100);
    socket.resume();
    await pause(1);
  }
  note(await status);
};

/** Sends a body in pieces, which takes five seconds. */
export const slowWriter: Member = async (open, note, isStopped) => {
  const socket = await open();
  const status = statusAtEnd(socket);
  const properties = { filler: 'x'.repeat(2000) };
  const body = JSON.stringify({ api_key: projectKey, event: 'slow', distinct_id: 'slow-writer', properties });
  const length = `Content-Length: ${body.length}\r\n`;
  socket.write(`POST /capture/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${length}\r\n`);
  const pieces = 20;
  for (let piece = 0; piece < pieces && !isStopped(); piece++) {
    await pause(250);
    socket.write(body.slice((piece * body.length) / pieces, ((piece + 1) * body.length) / pieces));
  }
  note(await status);
};

/** Begins a request and never ends it; accepts any answer. */
export const halfOpen: Member = async (open) => {
  const socket = await open();
  socket.write('POST /capture/ HTTP/1.1\r\nHost: localhost\r\nContent-');
  await statusAtEnd(socket);
};

/** Connects and sends nothing. */
export const silent: Member = async (open) => void (await statusAtEnd(await open()));

const firstPart = Buffer.alloc(1 << 20, ' ');

/** Announces 19 MB, sends a first part and holds the rest back. */
export const withholder: Member = async (open, note) => {
  const socket = await open();
  const status = statusAtEnd(socket);
  // A refusal comes at once, before the rest is sent.
  socket.once('data', () => setTimeout(() => socket.destroy(), 50));
  socket.write(`POST /batch/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${19 << 20}\r\n\r\n`);
  socket.write(firstPart);
  note(await status);
};
