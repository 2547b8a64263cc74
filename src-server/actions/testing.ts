import { type Action, action } from './contract.ts';

type Api = (method: string, rest: string) => Promise<{ body: unknown }>;

/** The action once its stored events have been matched. `api` asks relative to the actions of a project. */
export async function settled(api: Api, id: number): Promise<Action> {
  for (;;) {
    const now = action.parse((await api('GET', `${id}/`)).body);
    if (!now.is_calculating) return now;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
