/** Returns a new name, such as `run-20261123-101502-4f1a09c3`. Of 100 that start in one second, two are equal once in 900,000 times. */
export function nameOfNow(): string {
  const [day, time] = new Date().toISOString().replace(/[-:]/g, '').slice(0, 15).split('T');
  return `run-${day}-${time}-${crypto.randomUUID().slice(0, 8)}`;
}

/** Returns the host with which an SDK that can change nothing else sends to a test run; `origin` is that of the server. */
export const testRunHost = (origin: string, name: string) => `${origin}/test-run/${name}`;
