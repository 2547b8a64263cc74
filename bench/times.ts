/** Returns how long each of `count` questions takes, ms: one after the other, to the end of the answer. */
export async function timesOf(count: number, ask: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const started = performance.now();
    await ask(index);
    times.push(performance.now() - started);
  }
  return times;
}
