import { projectKey, type Server } from './processes.ts';

const batchSize = 1000;

export async function sendRun({ url }: Server, testRun: string, events: readonly object[]): Promise<void> {
  for (let start = 0; start < events.length; start += batchSize) {
    const body = JSON.stringify({ api_key: projectKey, batch: events.slice(start, start + batchSize) });
    const { status } = await fetch(`${url}/batch/?test_run=${testRun}`, { method: 'POST', body });
    if (status !== 200) throw new Error(`A batch was answered ${status}.`);
  }
}
