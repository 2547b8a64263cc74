export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Polls until the result is not undefined; throws after `seconds`, which indicates a hang. */
export async function waitFor<Value>(
  what: string,
  seconds: number,
  ask: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`);
    await pause(50);
  }
}
