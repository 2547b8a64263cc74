import { type Action, action } from './contract.ts';

type Api = (method: string, rest: string) => Promise<{ body: unknown }>;

/** Waits until the stored events of an action are matched, and returns it. `api` takes paths below the project's actions. */
export async function settled(api: Api, id: number): Promise<Action> {
  for (;;) {
    const now = action.parse((await api('GET', `${id}/`)).body);
    if (!now.is_calculating) return now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
