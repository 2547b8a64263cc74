import { connect, type Socket } from 'node:net';
import { median, quantile } from '../figures/numbers.ts';
import { type RequestOptions, requestOf, slotText } from '../requests.ts';
import { answerBench } from './child.ts';

/**
 * Load from a separate process: keep-alive connections that each send a request, wait for its answer and send the next. Written on
 * sockets because a general HTTP client takes more of the two cores than the server that it measures.
 */
export type LoadOptions = RequestOptions & {
  connections: number;
  seconds: number;
  /** Requests per second over all connections; unlimited when absent. */
  pace?: number;
};

/** Latencies in ms. `acknowledged`: events, also those answered after the window of the rate. */
export type LoadResult = {
  requests_per_second: number;
  acknowledged: number;
  failures: number;
  p50: number;
  p99: number;
};

await answerBench(load);

async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, connections, seconds, size, pace } = options;
  const latencies: number[] = [];
  let number = 0;
  let failures = 0;
  let answered = 0;
  const started = performance.now();
  const end = started + seconds * 1000;

  const client = async (index: number) => {
    const socket = await open(url);
    const { head, body, rewrite } = prepare(options, index);
    while (performance.now() < end) {
      rewrite(number);
      number += size;
      const sent = pace === undefined ? performance.now() : await turn(started + (number / pace) * 1000);
      const status = await exchange(socket, head, body);
      const now = performance.now();
      if (status !== 200) failures += 1;
      else answered += 1;
      if (now <= end) latencies.push(now - sent);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => client(index)));

  return {
    requests_per_second: latencies.length / seconds,
    acknowledged: answered * size,
    failures,
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
  };
}

/** Waits until a request is due. The latency of a late one counts from when it was due. */
async function turn(due: number): Promise<number> {
  const wait = due - performance.now();
  if (wait <= 0) return due;
  await new Promise((resolve) => setTimeout(resolve, wait));
  return performance.now();
}

function prepare(options: LoadOptions, index: number) {
  const { head, body, slots } = requestOf(options, index * options.size);
  const rewrite = (first: number) => {
    let event = first - (slots[0]?.kind === 'uuid' ? 1 : 0);
    for (const { kind, offset } of slots) {
      if (kind === 'uuid') event += 1;
      body.write(slotText(kind, event, options), offset, 'latin1');
    }
  };
  return { head: Buffer.from(head), body, rewrite };
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Sends a request and reads its whole answer; resolves to the status. */
function exchange(socket: Socket, head: Buffer, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const read = (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      const headEnd = answer.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = Number(/content-length: *(\d+)/i.exec(answer)?.[1] ?? 0);
      if (answer.length < headEnd + 4 + length) return;
      socket.off('data', read);
      socket.off('close', lost);
      resolve(Number(answer.slice(9, 12)));
    };
    const lost = () => reject(new Error('The server closed the connection.'));
    socket.on('data', read);
    socket.once('close', lost);
    socket.cork();
    socket.write(head);
    socket.write(body);
    socket.uncork();
  });
}
